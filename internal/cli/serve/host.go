package serve

import (
	"fmt"
	"net"
	"net/http"
	"slices"
	"strings"
)

// only answers requests for names of this machine: localhost, the given names, and where addr is open to the network
// any number. Another name is that of a page of the web that has led a browser here.
func only(names []string, addr net.Addr, h http.Handler) http.Handler {
	tcp, is := addr.(*net.TCPAddr)
	open := is && !tcp.IP.IsLoopback()
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		host := r.Host
		if name, _, err := net.SplitHostPort(host); err == nil {
			host = name
		}
		host = strings.TrimSuffix(strings.Trim(host, "[]"), ".")
		ip := net.ParseIP(host)
		switch {
		case strings.EqualFold(host, "localhost"), ip != nil && (open || ip.IsLoopback()):
		case slices.ContainsFunc(names, func(name string) bool { return name == "*" || strings.EqualFold(name, host) }):
		default:
			http.Error(w, fmt.Sprintf("%.80q is not a name of this machine that backfill serve knows: give it with --host", host),
				http.StatusMisdirectedRequest)
			return
		}
		h.ServeHTTP(w, r)
	})
}
