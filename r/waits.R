# Waits by policy and width, from a folder of results, with dplyr:
#
#     backfill run --policy easy,cons --out results --formats parquet,csv
#     Rscript r/waits.R results
#
# With the package arrow it reads jobs.parquet, without it jobs.csv. Debian has no arrow
# for R, so the project's own tests go the second way.

suppressPackageStartupMessages(library(dplyr))

folder <- commandArgs(trailingOnly = TRUE)[1]
parquet <- file.path(folder, "jobs.parquet")
csv <- file.path(folder, "jobs.csv")

if (file.exists(parquet) && requireNamespace("arrow", quietly = TRUE)) {
  jobs <- arrow::read_parquet(parquet, col_select = c("policy", "procs", "wait_s", "run_s", "killed"))
  message("read by arrow: ", parquet)
} else if (file.exists(csv)) {
  jobs <- read.csv(csv)
  message("read as CSV, because the package arrow or jobs.parquet is missing: ", csv)
} else {
  message(folder, ": no jobs.csv, and no jobs.parquet with the package arrow; backfill run --formats parquet,csv writes both")
  quit(status = 1)
}

waits <- jobs |>
  mutate(width = if_else(procs > 8, "wide", "narrow"), killed = killed %in% c(TRUE, "true")) |>
  group_by(policy, width) |>
  summarise(
    jobs = n(), wait_mean_s = mean(wait_s), wait_p95_s = unname(quantile(wait_s, 0.95, type = 1)),
    killed = sum(killed), .groups = "drop"
  ) |>
  arrange(policy, width)

write.csv(as.data.frame(waits), row.names = FALSE, quote = FALSE)
