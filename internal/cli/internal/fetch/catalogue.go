// Package fetch downloads logs of the Parallel Workloads Archive. It resumes broken
// downloads, tries again after errors that may pass, checks the gzip checksum and, if
// known, size and SHA-256, and puts only whole files in place.
package fetch

import (
	"slices"
	"strings"
)

// Archive is the address of the Parallel Workloads Archive's logs.
const Archive = "https://www.cs.huji.ac.il/labs/parallel/workload/"

// A Log is one file of the archive.
type Log struct {
	Name    string // short, as a user types it: kth-sp2
	Folder  string // in the archive
	File    string // its name in the archive
	Jobs    int    // rows in the file, or 0 if unknown
	Procs   int    // processors of the machine, or 0 if unknown
	Machine string

	// Size and SHA256 describe the uncompressed log: a server or a mirror may compress
	// it again, which changes the file but not the log.
	Size   int64  // bytes, or 0 if unknown
	SHA256 string // hex, or "" if unknown

	Data *DataSet // nil for a log of the archive
}

// Path is the log's path below the archive's address.
func (l *Log) Path() string { return l.Folder + "/" + l.File }

// Catalogue lists the archive's logs in its order: the version that it recommends (the
// cleaned one if there is one), and another version that papers use.
var Catalogue = []Log{
	{"nasa-ipsc", "l_nasa_ipsc", "NASA-iPSC-1993-3.1-cln.swf.gz", 18239, 128, "NASA Ames iPSC/860", 0, "", nil},
	{"lanl-cm5", "l_lanl_cm5", "LANL-CM5-1994-4.1-cln.swf.gz", 122060, 1024, "Los Alamos Thinking Machines CM-5",
		11354840, "4766a62dabcc7403ec0a55534aff297203e692ddbf6637bd40100a3800f6354a", nil},
	{"sdsc-par95", "l_sdsc_par", "SDSC-Par-1995-3.1-cln.swf.gz", 0, 400, "San Diego Intel Paragon, 1995", 0, "", nil},
	{"sdsc-par96", "l_sdsc_par", "SDSC-Par-1996-3.1-cln.swf.gz", 32135, 400, "San Diego Intel Paragon, 1996",
		2958414, "fcb46fa6462b7ac460963025749f604f28b2e813101edd082a720842e80a7aa8", nil},
	{"ctc-sp2-1995", "l_ctc_sp2", "CTC-SP2-1995-2.swf.gz", 0, 512, "Cornell Theory Center IBM SP2, 1995", 0, "", nil},
	{"ctc-sp2", "l_ctc_sp2", "CTC-SP2-1996-3.1-cln.swf.gz", 77222, 338, "Cornell Theory Center IBM SP2",
		7167987, "8e33a9b597e1ddda2d2164347bac08c9444e1a2620a7947df52f0a1622ec4cde", nil},
	{"llnl-t3d", "l_llnl_t3d", "LLNL-T3D-1996-2.swf.gz", 0, 256, "Livermore Cray T3D", 0, "", nil},
	{"kth-sp2", "l_kth_sp2", "KTH-SP2-1996-2.1-cln.swf.gz", 28476, 100, "Stockholm (KTH) IBM SP2", 0, "", nil},
	{"kth-sp2-full", "l_kth_sp2", "KTH-SP2-1996-2.swf.gz", 28489, 100, "Stockholm (KTH) IBM SP2, not cleaned",
		2621562, "df76b94e5f670db52179688a98deec3e1887d10adb39f96c900b8e92abb386ab", nil},
	{"sdsc-sp2", "l_sdsc_sp2", "SDSC-SP2-1998-4.2-cln.swf.gz", 59715, 128, "San Diego IBM SP2",
		5601165, "2bb635f4b5793f52bd49ccb8fd913d95f9c5be6346925162cadcaf0117e28cf2", nil},
	{"lanl-o2k", "l_lanl_o2k", "LANL-O2K-1999-2.swf.gz", 121989, 2048, "Los Alamos SGI Origin 2000", 0, "", nil},
	{"osc", "l_osc", "OSC-Clust-2000-3.1-cln.swf.gz", 0, 178, "Ohio Supercomputing Center Linux cluster", 0, "", nil},
	{"sdsc-blue", "l_sdsc_blue", "SDSC-BLUE-2000-4.2-cln.swf.gz", 0, 1152, "San Diego IBM SP, Blue Horizon", 0, "", nil},
	{"sandia-ross", "l_sandia_ross", "Sandia-Ross-2001-1.1-cln.swf.gz", 0, 1524, "Sandia Alpha/Linux cluster, Ross", 0, "", nil},
	{"hpc2n", "l_hpc2n", "HPC2N-2002-2.2-cln.swf.gz", 202871, 240, "HPC2N Umea Linux cluster, Seth",
		19242100, "77b8993c73ae438385f6c0015708251f52dc316267b03ac19a406fbea2802afa", nil},
	{"das2-fs0", "l_das2", "DAS2-fs0-2003-1.swf.gz", 0, 144, "DAS-2 grid, Vrije Universiteit Amsterdam", 0, "", nil},
	{"das2-fs1", "l_das2", "DAS2-fs1-2003-1.swf.gz", 0, 64, "DAS-2 grid, Leiden", 0, "", nil},
	{"das2-fs2", "l_das2", "DAS2-fs2-2003-1.swf.gz", 0, 64, "DAS-2 grid, Universiteit van Amsterdam", 0, "", nil},
	{"das2-fs3", "l_das2", "DAS2-fs3-2003-1.swf.gz", 0, 64, "DAS-2 grid, Delft", 0, "", nil},
	{"das2-fs4", "l_das2", "DAS2-fs4-2003-1.swf.gz", 0, 64, "DAS-2 grid, Utrecht", 0, "", nil},
	{"sdsc-ds", "l_sdsc_ds", "SDSC-DS-2004-2.1-cln.swf.gz", 0, 1664, "San Diego IBM Power4, DataStar", 0, "", nil},
	{"lpc-egee", "l_lpc", "LPC-EGEE-2004-1.2-cln.swf.gz", 0, 140, "LPC Clermont-Ferrand, in the EGEE grid", 0, "", nil},
	{"lcg", "l_lcg", "LCG-2005-1.swf.gz", 0, 0, "Large Hadron Collider computing grid", 0, "", nil},
	{"sharcnet", "l_sharcnet", "SHARCNET-2005-2.swf.gz", 0, 6828, "SHARCNET, ten clusters in Ontario", 0, "", nil},
	{"sharcnet-whale", "l_sharcnet", "SHARCNET-Whale-2006-2.swf.gz", 0, 0, "SHARCNET, Whale cluster", 0, "", nil},
	{"llnl-ubgl", "l_llnl_ubgl", "LLNL-uBGL-2006-2.swf.gz", 0, 2048, "Livermore Blue Gene/L, small", 0, "", nil},
	{"llnl-atlas", "l_llnl_atlas", "LLNL-Atlas-2006-2.1-cln.swf.gz", 0, 9216, "Livermore Linux cluster, Atlas", 0, "", nil},
	{"llnl-thunder", "l_llnl_thunder", "LLNL-Thunder-2007-1.1-cln.swf.gz", 0, 4008, "Livermore Linux cluster, Thunder", 0, "", nil},
	{"metacentrum-2009", "l_metacentrum", "METACENTRUM-2009-2.swf.gz", 0, 806, "MetaCentrum, Czech national grid, 2009", 0, "", nil},
	{"anl-intrepid", "l_anl_int", "ANL-Intrepid-2009-1.swf.gz", 68936, 163840, "Argonne Blue Gene/P, Intrepid", 0, "", nil},
	{"pik-iplex", "l_pik_iplex", "PIK-IPLEX-2009-1.swf.gz", 0, 2560, "Potsdam IBM iDataPlex", 0, "", nil},
	{"ricc", "l_ricc", "RICC-2010-2.swf.gz", 0, 8192, "RIKEN integrated cluster of clusters", 0, "", nil},
	{"cea-curie", "l_cea_curie", "CEA-Curie-2011-2.1-cln.swf.gz", 0, 93312, "CEA Bull, Curie", 0, "", nil},
	{"netbatch-a", "l_intel_netbatch", "Intel-NetbatchA-2012-1.swf.gz", 0, 0, "Intel NetBatch grid, pool A", 0, "", nil},
	{"netbatch-b", "l_intel_netbatch", "Intel-NetbatchB-2012-1.swf.gz", 0, 0, "Intel NetBatch grid, pool B", 0, "", nil},
	{"netbatch-c", "l_intel_netbatch", "Intel-NetbatchC-2012-1.swf.gz", 0, 0, "Intel NetBatch grid, pool C", 0, "", nil},
	{"netbatch-d", "l_intel_netbatch", "Intel-NetbatchD-2012-1.swf.gz", 0, 0, "Intel NetBatch grid, pool D", 0, "", nil},
	{"unilu-gaia", "l_unilu_gaia", "UniLu-Gaia-2014-2.swf.gz", 51987, 2004, "University of Luxembourg, Gaia", 0, "", nil},
	{"metacentrum", "l_metacentrum2", "METACENTRUM-2013-3.swf.gz", 0, 0, "MetaCentrum, Czech national grid, 2013", 0, "", nil},
	{"ciemat-euler", "l_ciemat_euler", "CIEMAT-Euler-2008-1.swf.gz", 0, 1920, "CIEMAT Madrid, Euler", 0, "", nil},
	{"kit-fh2", "l_kit_fh2", "KIT-FH2-2016-1.swf.gz", 0, 24048, "Karlsruhe ForHLR II", 0, "", nil},
}

// All lists the archive's logs, then the data sets.
func All() []Log { return append(slices.Clip(Catalogue), DataSets...) }

// Find returns the log or data set with a short name or a file name, whatever its case, with or
// without endings.
func Find(name string) (*Log, bool) {
	stem := func(s string) string {
		s = strings.ToLower(s)
		return strings.TrimSuffix(strings.TrimSuffix(s, ".gz"), ".swf")
	}
	for _, list := range [][]Log{Catalogue, DataSets} {
		for i := range list {
			if l := &list[i]; stem(name) == l.Name || stem(name) == stem(l.File) {
				return l, true
			}
		}
	}
	return nil, false
}
