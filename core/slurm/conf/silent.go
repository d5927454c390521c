package conf

import "strings"

// silentKeys are keys of slurm.conf that have nothing to do with when and where jobs run:
// processes, ports, files, authentication, messages, logs, accounting, users' environment.
var silentKeys = set(`
accountingstoragebackuphost accountingstorageexternalhost accountingstoragehost accountingstorageloc accountingstorageparameters
accountingstoragepass accountingstorageport accountingstoragetres accountingstoragetype accountingstorageuser accountingstoreflags
accountingstorejobcomment authalttypes authaltparameters authtype backupaddr backupcontroller
batchstarttimeout cachegroups checkpointtype clifilterparameters clifilterplugins communicationparameters
controladdr controlmachine corespecplugin credtype cryptotype debugflags defaultstoragehost defaultstorageloc defaultstoragepass
defaultstorageport defaultstoragetype defaultstorageuser dependencyparameters disablerootjobs eiotimeout epilogmsgtime
epilogslurmctld extsensorsfreq extsensorstype fastschedule firstjobid frontendname getenvtimeout grestypes groupupdateforce
groupupdatetime gpufreqdef hashplugin healthcheckinterval healthchecknodestate healthcheckprogram healthchecktimeout inactivelimit
interactivestepoptions jobacctgatherfrequency jobacctgatherparams jobacctgathertype jobcheckpointdir jobcompenv jobcomphost
jobcomploc jobcompparams jobcomppass jobcompport jobcomptype jobcompuser jobcontainerplugin jobcontainertype
jobcredentialprivatekey jobcredentialpubliccertificate jobfileappend killonbadexit launchparameters launchtype logtimeformat
maildomain mailprog maxdbdmsgs maxjobid maxtasksperremote messagetimeout minjobage mpidefault mpiparams namespaceplugin
openmode plugindir plugstackconfig prepparameters prepplugins privatedata proctracktype prolog prologepilogtimeout prologflags
prologslurmctld prologtimeout propagateprioprocess propagateresourcelimits propagateresourcelimitsexcept rebootprogram
requeueexit requeueexithold resvepilog resvprolog returntoservice routeplugin schedulerport schedulerrootfilter
scronparameters slurmctldaddr slurmctlddebug slurmctldhost slurmctldlogfile slurmctldparameters slurmctldpidfile
slurmctldport slurmctldprimaryoffprog slurmctldprimaryonprog slurmctldsyslogdebug slurmctldtimeout slurmddebug slurmdlogfile
slurmdparameters slurmdpidfile slurmdport slurmdspooldir slurmdsyslogdebug slurmdtimeout slurmdusername slurmduser
slurmschedlogfile slurmschedloglevel slurmuser srunepilog srunportrange srunprolog statesavelocation switchparameters switchtype
taskepilog taskplugin taskpluginparam taskprolog tcptimeout tlsparameters tlstype tmpfs trackwckey treewidth
unkillablestepprogram unkillablesteptimeout urlparameters usepam usespecresources userspace vsizefactor waittime x11parameters
debugflagsslurmd bcastexclude bcastparameters cpufreqdef cpufreqgovernors httpparsertype urlparsertype
maxtaskspernode resumerate suspendrate maxbatchrequeue maxnodecount dataparserparameters metricstype certmgrparameters certmgrtype
certgenparameters certgentype
`)

// silentPrefixes are the same for families of keys.
var silentPrefixes = []string{"acctgather", "cgroup"}

// defaults are values that change nothing: they need no note. scontrol show config prints all of them.
var defaults = set("completewait=0 allowspecresourcesusage=no enforcepartlimits=no maxarraysize=1001 maxjobcount=10000 " +
	"maxmempernode=unlimited maxstepcount=40000 resumetimeout=60 resvoverrun=0 suspendtime=infinite " +
	"suspendtime=none suspendtime=-1 suspendtimeout=30")

// silent tells whether a key has nothing to do with scheduling.
func silent(key string) bool {
	if silentKeys[key] {
		return true
	}
	for _, p := range silentPrefixes {
		if strings.HasPrefix(key, p) {
			return true
		}
	}
	return false
}
