// Package fetch downloads logs of the Parallel Workloads Archive: it resumes
// what broke off, tries again what may pass, checks size and SHA-256 where
// they are known and the gzip checksum in any case, and puts a file in its
// place only when it is whole.
package fetch

import "strings"

// Archive is where the Parallel Workloads Archive keeps its logs.
const Archive = "https://www.cs.huji.ac.il/labs/parallel/workload/"

// A Log is one file of the archive.
type Log struct {
	Name    string // short, as a user types it: kth-sp2
	Folder  string // its folder in the archive
	File    string // its name in the archive
	Jobs    int    // rows in the file, or 0 where this table does not know
	Procs   int    // processors of the machine, or 0 where this table does not know
	Machine string

	// Size and SHA256 are those of the log itself, uncompressed: a server or a
	// mirror may compress it again, which changes the file and not the log.
	Size   int64  // bytes, or 0 where this table does not know
	SHA256 string // hex, or "" where this table does not know
}

// Path is where the log is below the archive's address.
func (l *Log) Path() string { return l.Folder + "/" + l.File }

// Catalogue lists the archive's logs in the order in which it does: the
// version that the archive recommends, which is the cleaned one where there is
// one, and where papers use another, that too.
var Catalogue = []Log{
	{Name: "nasa-ipsc", Folder: "l_nasa_ipsc", File: "NASA-iPSC-1993-3.1-cln.swf.gz", Jobs: 18239, Procs: 128, Machine: "NASA Ames iPSC/860"},
	{Name: "lanl-cm5", Folder: "l_lanl_cm5", File: "LANL-CM5-1994-4.1-cln.swf.gz", Jobs: 122060, Procs: 1024, Machine: "Los Alamos Thinking Machines CM-5",
		Size: 11354840, SHA256: "4766a62dabcc7403ec0a55534aff297203e692ddbf6637bd40100a3800f6354a"},
	{Name: "sdsc-par95", Folder: "l_sdsc_par", File: "SDSC-Par-1995-3.1-cln.swf.gz", Procs: 400, Machine: "San Diego Intel Paragon, 1995"},
	{Name: "sdsc-par96", Folder: "l_sdsc_par", File: "SDSC-Par-1996-3.1-cln.swf.gz", Jobs: 32135, Procs: 400, Machine: "San Diego Intel Paragon, 1996",
		Size: 2958414, SHA256: "fcb46fa6462b7ac460963025749f604f28b2e813101edd082a720842e80a7aa8"},
	{Name: "ctc-sp2-1995", Folder: "l_ctc_sp2", File: "CTC-SP2-1995-2.swf.gz", Procs: 512, Machine: "Cornell Theory Center IBM SP2, 1995"},
	{Name: "ctc-sp2", Folder: "l_ctc_sp2", File: "CTC-SP2-1996-3.1-cln.swf.gz", Jobs: 77222, Procs: 338, Machine: "Cornell Theory Center IBM SP2",
		Size: 7167987, SHA256: "8e33a9b597e1ddda2d2164347bac08c9444e1a2620a7947df52f0a1622ec4cde"},
	{Name: "llnl-t3d", Folder: "l_llnl_t3d", File: "LLNL-T3D-1996-2.swf.gz", Procs: 256, Machine: "Livermore Cray T3D"},
	{Name: "kth-sp2", Folder: "l_kth_sp2", File: "KTH-SP2-1996-2.1-cln.swf.gz", Jobs: 28476, Procs: 100, Machine: "Stockholm (KTH) IBM SP2"},
	{Name: "kth-sp2-full", Folder: "l_kth_sp2", File: "KTH-SP2-1996-2.swf.gz", Jobs: 28489, Procs: 100, Machine: "Stockholm (KTH) IBM SP2, not cleaned",
		Size: 2621562, SHA256: "df76b94e5f670db52179688a98deec3e1887d10adb39f96c900b8e92abb386ab"},
	{Name: "sdsc-sp2", Folder: "l_sdsc_sp2", File: "SDSC-SP2-1998-4.2-cln.swf.gz", Jobs: 59715, Procs: 128, Machine: "San Diego IBM SP2",
		Size: 5601165, SHA256: "2bb635f4b5793f52bd49ccb8fd913d95f9c5be6346925162cadcaf0117e28cf2"},
	{Name: "lanl-o2k", Folder: "l_lanl_o2k", File: "LANL-O2K-1999-2.swf.gz", Jobs: 121989, Procs: 2048, Machine: "Los Alamos SGI Origin 2000"},
	{Name: "osc", Folder: "l_osc", File: "OSC-Clust-2000-3.1-cln.swf.gz", Procs: 178, Machine: "Ohio Supercomputing Center Linux cluster"},
	{Name: "sdsc-blue", Folder: "l_sdsc_blue", File: "SDSC-BLUE-2000-4.2-cln.swf.gz", Procs: 1152, Machine: "San Diego IBM SP, Blue Horizon"},
	{Name: "sandia-ross", Folder: "l_sandia_ross", File: "Sandia-Ross-2001-1.1-cln.swf.gz", Procs: 1524, Machine: "Sandia Alpha/Linux cluster, Ross"},
	{Name: "hpc2n", Folder: "l_hpc2n", File: "HPC2N-2002-2.2-cln.swf.gz", Jobs: 202871, Procs: 240, Machine: "HPC2N Umea Linux cluster, Seth",
		Size: 19242100, SHA256: "77b8993c73ae438385f6c0015708251f52dc316267b03ac19a406fbea2802afa"},
	{Name: "das2-fs0", Folder: "l_das2", File: "DAS2-fs0-2003-1.swf.gz", Procs: 144, Machine: "DAS-2 grid, Vrije Universiteit Amsterdam"},
	{Name: "das2-fs1", Folder: "l_das2", File: "DAS2-fs1-2003-1.swf.gz", Procs: 64, Machine: "DAS-2 grid, Leiden"},
	{Name: "das2-fs2", Folder: "l_das2", File: "DAS2-fs2-2003-1.swf.gz", Procs: 64, Machine: "DAS-2 grid, Universiteit van Amsterdam"},
	{Name: "das2-fs3", Folder: "l_das2", File: "DAS2-fs3-2003-1.swf.gz", Procs: 64, Machine: "DAS-2 grid, Delft"},
	{Name: "das2-fs4", Folder: "l_das2", File: "DAS2-fs4-2003-1.swf.gz", Procs: 64, Machine: "DAS-2 grid, Utrecht"},
	{Name: "sdsc-ds", Folder: "l_sdsc_ds", File: "SDSC-DS-2004-2.1-cln.swf.gz", Procs: 1664, Machine: "San Diego IBM Power4, DataStar"},
	{Name: "lpc-egee", Folder: "l_lpc", File: "LPC-EGEE-2004-1.2-cln.swf.gz", Procs: 140, Machine: "LPC Clermont-Ferrand, in the EGEE grid"},
	{Name: "lcg", Folder: "l_lcg", File: "LCG-2005-1.swf.gz", Machine: "Large Hadron Collider computing grid"},
	{Name: "sharcnet", Folder: "l_sharcnet", File: "SHARCNET-2005-2.swf.gz", Procs: 6828, Machine: "SHARCNET, ten clusters in Ontario"},
	{Name: "sharcnet-whale", Folder: "l_sharcnet", File: "SHARCNET-Whale-2006-2.swf.gz", Machine: "SHARCNET, Whale cluster"},
	{Name: "llnl-ubgl", Folder: "l_llnl_ubgl", File: "LLNL-uBGL-2006-2.swf.gz", Procs: 2048, Machine: "Livermore Blue Gene/L, small"},
	{Name: "llnl-atlas", Folder: "l_llnl_atlas", File: "LLNL-Atlas-2006-2.1-cln.swf.gz", Procs: 9216, Machine: "Livermore Linux cluster, Atlas"},
	{Name: "llnl-thunder", Folder: "l_llnl_thunder", File: "LLNL-Thunder-2007-1.1-cln.swf.gz", Procs: 4008, Machine: "Livermore Linux cluster, Thunder"},
	{Name: "metacentrum-2009", Folder: "l_metacentrum", File: "METACENTRUM-2009-2.swf.gz", Procs: 806, Machine: "MetaCentrum, Czech national grid, 2009"},
	{Name: "anl-intrepid", Folder: "l_anl_int", File: "ANL-Intrepid-2009-1.swf.gz", Jobs: 68936, Procs: 163840, Machine: "Argonne Blue Gene/P, Intrepid"},
	{Name: "pik-iplex", Folder: "l_pik_iplex", File: "PIK-IPLEX-2009-1.swf.gz", Procs: 2560, Machine: "Potsdam IBM iDataPlex"},
	{Name: "ricc", Folder: "l_ricc", File: "RICC-2010-2.swf.gz", Procs: 8192, Machine: "RIKEN integrated cluster of clusters"},
	{Name: "cea-curie", Folder: "l_cea_curie", File: "CEA-Curie-2011-2.1-cln.swf.gz", Procs: 93312, Machine: "CEA Bull, Curie"},
	{Name: "netbatch-a", Folder: "l_intel_netbatch", File: "Intel-NetbatchA-2012-1.swf.gz", Machine: "Intel NetBatch grid, pool A"},
	{Name: "netbatch-b", Folder: "l_intel_netbatch", File: "Intel-NetbatchB-2012-1.swf.gz", Machine: "Intel NetBatch grid, pool B"},
	{Name: "netbatch-c", Folder: "l_intel_netbatch", File: "Intel-NetbatchC-2012-1.swf.gz", Machine: "Intel NetBatch grid, pool C"},
	{Name: "netbatch-d", Folder: "l_intel_netbatch", File: "Intel-NetbatchD-2012-1.swf.gz", Machine: "Intel NetBatch grid, pool D"},
	{Name: "unilu-gaia", Folder: "l_unilu_gaia", File: "UniLu-Gaia-2014-2.swf.gz", Jobs: 51987, Procs: 2004, Machine: "University of Luxembourg, Gaia"},
	{Name: "metacentrum", Folder: "l_metacentrum2", File: "METACENTRUM-2013-3.swf.gz", Machine: "MetaCentrum, Czech national grid, 2013"},
	{Name: "ciemat-euler", Folder: "l_ciemat_euler", File: "CIEMAT-Euler-2008-1.swf.gz", Procs: 1920, Machine: "CIEMAT Madrid, Euler"},
	{Name: "kit-fh2", Folder: "l_kit_fh2", File: "KIT-FH2-2016-1.swf.gz", Procs: 24048, Machine: "Karlsruhe ForHLR II"},
}

// Find returns the log that a user means by name: its short name or its file's
// name, with or without endings, in any case.
func Find(name string) (*Log, bool) {
	stem := func(s string) string {
		s = strings.ToLower(s)
		return strings.TrimSuffix(strings.TrimSuffix(s, ".gz"), ".swf")
	}
	for i := range Catalogue {
		if l := &Catalogue[i]; stem(name) == l.Name || stem(name) == stem(l.File) {
			return l, true
		}
	}
	return nil, false
}
