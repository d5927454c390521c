declare module "duckdb-worker";
