#!/bin/sh
# epilog.sh keeps a node for 8 seconds after each job.
sleep 8
