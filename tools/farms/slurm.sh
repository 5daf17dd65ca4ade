#!/usr/bin/env bash
# A batch on a Slurm cluster: sbatch --array=1-8 tools/farms/slurm.sh jobs.json
# Each task of the array takes its shard of the list. A requeued task skips the jobs that are done.
#SBATCH --job-name=sinew
#SBATCH --cpus-per-task=4
#SBATCH --mem=8G
#SBATCH --time=02:00:00
#SBATCH --requeue
# Slurm asks the batch to end a minute before its time is up. Running jobs then leave the old files unchanged. Without
# "B:", Slurm would only tell steps that srun starts.
#SBATCH --signal=B:TERM@60
set -eu
exec ${SINEW:-sinew} batch "$@" \
  --shard "$((SLURM_ARRAY_TASK_ID - SLURM_ARRAY_TASK_MIN + 1))/$SLURM_ARRAY_TASK_COUNT" \
  --threads "${SLURM_CPUS_PER_TASK:-1}"
