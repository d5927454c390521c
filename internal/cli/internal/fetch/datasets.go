package fetch

// A DataSet is what is known of a log that is a published data set.
type DataSet struct {
	URL     string // address of the file, "" if it can only be had by hand
	ByHand  string // what to do where the address cannot be used: a sentence without its end
	Licence string // as the publisher or Sums says
	Cite    string // what to cite
	Map     string // name of the data set in package columns
	Sums    string // who tells size, SHA-256 and address
}

// descriptors tell sizes, SHA-256, licences and addresses of data sets whose publishers do not print them all.
const descriptors = "github.com/NatLabRockies/hpc-oda-commons, datasets/descriptors"

const (
	fugaku     = "Antici et al.: F-DATA, Scientific Data 12, 1321 (2025), doi.org/10.1038/s41597-025-05633-1"
	moreFugaku = "the other months, 21_03 to 24_04, are at zenodo.org/records/11467483: download one there, and name the file to backfill run"
)

// DataSets lists published data sets, whose files are tables or JSON: see `backfill help tables`.
var DataSets = []Log{
	{Name: "nrel-eagle", File: "eagle_data.parquet", Jobs: 11030377, Machine: "Eagle of NREL", Size: 253083944,
		SHA256: "55d5b8d1bb74abac22519276f83f585bcc5f349528f3a6caee847a738762e89e", Data: &DataSet{
			URL: "https://data.openei.org/files/5860/eagle_data.parquet", ByHand: "download eagle_data.parquet at data.openei.org/submissions/5860",
			Licence: "CC-BY-4.0", Cite: "NREL Eagle Supercomputer Jobs, data.openei.org/submissions/5860", Map: "nrel-eagle", Sums: descriptors}},
	{Name: "pm100", File: "job_table.parquet", Jobs: 231238, Machine: "Marconi100 of CINECA", Size: 287154521,
		SHA256: "6be954098d9bd6bfdef6881c6d8a3260170b00d16839509700e1b6976da3a7eb", Data: &DataSet{
			URL: "https://zenodo.org/records/10127767/files/job_table.parquet", ByHand: "download job_table.parquet at zenodo.org/records/10127767",
			Licence: "CC-BY-4.0", Cite: "PM100, doi.org/10.5281/zenodo.10127767", Map: "pm100", Sums: descriptors}},
	{Name: "f-data-23-07", File: "23_07.parquet", Jobs: 961051, Machine: "Fugaku of RIKEN, July 2023", Size: 968169044,
		SHA256: "eaed73c23bae77d51901bd946d7c7f1c80b17403305dab72f8e9435acb87a31f", Data: &DataSet{
			URL: "https://zenodo.org/records/11467483/files/23_07.parquet", ByHand: moreFugaku,
			Licence: "CC-BY-4.0", Cite: fugaku, Map: "f-data", Sums: descriptors}},
	{Name: "f-data-23-08", File: "23_08.parquet", Jobs: 1043535, Machine: "Fugaku of RIKEN, August 2023", Size: 1177409305,
		SHA256: "08c3d68d165e5e5f635a9b077acaf416d066006f7fee618c9dd2df46af32648d", Data: &DataSet{
			URL: "https://zenodo.org/records/11467483/files/23_08.parquet", ByHand: moreFugaku,
			Licence: "CC-BY-4.0", Cite: fugaku, Map: "f-data", Sums: descriptors}},
	{Name: "f-data-23-09", File: "23_09.parquet", Jobs: 572207, Machine: "Fugaku of RIKEN, September 2023", Size: 455688150,
		SHA256: "a5fb88d30448ccec00224c43abab62723e1f2bc31db93fc3985650fcc9dbf5b9", Data: &DataSet{
			URL: "https://zenodo.org/records/11467483/files/23_09.parquet", ByHand: moreFugaku,
			Licence: "CC-BY-4.0", Cite: fugaku, Map: "f-data", Sums: descriptors}},
	{Name: "mit-supercloud", File: "slurm-log.csv", Jobs: 395914, Machine: "Supercloud of MIT", Size: 103165427,
		SHA256: "27259e5b8e6daecd80b7853126af40ba759bc25edc9053fc174ef7a4f186aa01", Data: &DataSet{
			URL:     "https://mit-supercloud-dataset.s3.amazonaws.com/datacenter-challenge/202201/slurm-log.csv",
			ByHand:  "get datacenter-challenge/202201/slurm-log.csv as dcc.mit.edu says",
			Licence: "CC-BY-4.0", Cite: "Samsi et al.: The MIT Supercloud Dataset (2021), arxiv.org/abs/2108.02037", Map: "slurm-db",
			Sums: descriptors}},
	{Name: "last", File: "final_csm_allocation_history_hashed.csv", Jobs: 1467746, Machine: "Lassen of LLNL", Size: 361768711,
		SHA256: "8d2429f034f626ee052e50d11f77ff755191a0b480240842fb188c8a3bb7c190", Data: &DataSet{
			URL: "https://media.githubusercontent.com/media/LLNL/LAST/main/Lassen-Supercomputer-Job-Dataset/" +
				"final_csm_allocation_history_hashed.csv",
			ByHand:  "clone github.com/LLNL/LAST with Git LFS; the file is in Lassen-Supercomputer-Job-Dataset",
			Licence: "CC-BY-4.0", Cite: "Livermore Archive for System Telemetry, github.com/LLNL/LAST", Map: "last", Sums: descriptors}},
	{Name: "helios", File: "data.zip", Machine: "Helios of SenseTime, four clusters", Size: 36437672,
		SHA256: "3d22a5f6c0ae669e2fcbfe4200fa9c48664507bc397c677bad8f085222c032ac", Data: &DataSet{
			URL:     "https://raw.githubusercontent.com/S-Lab-System-Group/HeliosData/master/data.zip",
			ByHand:  "unpack it: each cluster has a cluster_log.csv, which is the log",
			Licence: "CC-BY-4.0", Cite: "Hu et al.: Helios (SC 2021), github.com/S-Lab-System-Group/HeliosData", Map: "helios", Sums: descriptors}},
	{Name: "alcf", File: "ANL-ALCF-DJC-POLARIS_20230101_20231231.csv.gz", Machine: "Polaris of Argonne, 2023", Data: &DataSet{
		ByHand: "the publisher asks for a name and an address first: open reports.alcf.anl.gov/data/polaris.html, choose a year of " +
			"DIM_JOB_COMPOSITE",
		Licence: "none stated", Cite: "ALCF Public Data, reports.alcf.anl.gov/data", Map: "alcf"}},
	{Name: "philly", File: "cluster_job_log", Jobs: 117325, Machine: "Philly of Microsoft", Data: &DataSet{
		ByHand:  "clone github.com/msr-fiddle/philly-traces with Git LFS (0.98 GB), unpack trace-data.tar.gz",
		Licence: "none stated in its README", Map: "philly",
		Cite: "Jeon et al.: Analysis of Large-Scale Multi-Tenant GPU Clusters (USENIX ATC 2019), arxiv.org/abs/1901.05758"}},
	{Name: "alibaba-gpu-2023", File: "openb_pod_list_default.csv", Jobs: 8152, Machine: "GPU cluster of Alibaba, 2023", Size: 575468,
		SHA256: "1ee7ed79c27a3b0861cda8ddba86a004c6aba904caafa329a76ae93ca63834a8", Data: &DataSet{
			ByHand:  "clone github.com/alibaba/clusterdata: the file is in cluster-trace-gpu-v2023/csv",
			Licence: "none stated for this folder", Cite: "github.com/alibaba/clusterdata, cluster-trace-gpu-v2023", Map: "alibaba-gpu-2023",
			Sums: "the repository's file at commit 7a6c496e"}},
}
