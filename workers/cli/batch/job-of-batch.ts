/** The environment variable that tells a process that it is a job of a batch, which ends with its batch. */
export const JOB_OF_BATCH = "SINEW_JOB_OF_BATCH";
