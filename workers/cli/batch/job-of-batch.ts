/** This environment variable tells a process that it is a job of a batch, and ends with the batch. */
export const JOB_OF_BATCH = "SINEW_JOB_OF_BATCH";
