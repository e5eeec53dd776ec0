// read the answer, write outside, connect, and leave threads and processes, in Go with raw calls
package main

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"runtime"
	"syscall"
)

func main() {
	if os.Getenv("ATTACK_IN_SANDBOX") == "" {
		os.Exit(1)
	}
	fact := map[string]string{}
	var name, value string
	for n, _ := fmt.Scan(&name, &value); n == 2; n, _ = fmt.Scan(&name, &value) {
		fact[name] = value
	}
	try := func(what string, err error) {
		if err == nil {
			fmt.Println("BREACH", what)
		}
	}
	_, err := os.ReadFile(fact["secret"])
	try("read", err)
	try("write", os.WriteFile(fact["canary"]+"/go", []byte("x"), 0o644))
	try("mode", os.Chmod(fact["canary"], 0o777))
	try("link", os.Link(fact["secret"], "/tmp/stolen"))
	_, err = net.Dial("tcp", "127.0.0.1:"+fact["port"])
	try("tcp", err)
	_, err = net.Dial("unix", fact["socket"])
	try("unix", err)
	_, err = net.Listen("tcp", "127.0.0.1:0")
	try("listen", err)
	try("chroot", syscall.Chroot("/tmp"))
	try("mount", syscall.Mount("none", "/tmp", "tmpfs", 0, ""))
	try("root", syscall.Setuid(0))
	try("trace", syscall.PtraceAttach(os.Getppid()))
	command := exec.Command("/bin/sh", "-c", "sleep 1000")
	command.SysProcAttr = &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWUSER | syscall.CLONE_NEWPID}
	try("namespaces", command.Start())
	command = exec.Command("/bin/sh", "-c", "trap '' HUP TERM; sleep 1000")
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	_ = command.Start()
	for i := 0; i < 8; i++ {
		go func() {
			runtime.LockOSThread()
			select {}
		}()
	}
	fmt.Println("DONE")
}
