# read the answer, write outside, connect, and leave a daemon, in Ruby: by pipes, syscall and Fiddle
exit 1 unless ENV['ATTACK_IN_SANDBOX']
require 'socket'
fact = STDIN.read.lines.to_h { |line| line.chomp.split(' ', 2) }
try = ->(what, &block) { begin; puts "BREACH #{what}" if block.call; rescue SystemCallError, NotImplementedError, LoadError, RuntimeError, IOError, Errno::ENOENT; end }
[fact['secret'], *Dir["/proc/*/root#{fact['secret']}"], *Dir["/proc/*/cwd/*.ans"]].each { |path| try.("read #{path}") { File.read(path).size > 0 } }
try.('pipe') { IO.popen(['cat', fact['secret']], err: '/dev/null').read.size > 0 }
[fact['canary'], '/usr', '/etc', '/'].each do |folder|
  try.("wrote #{folder}") { File.write("#{folder}/attack-stray", 'x') }
  try.("fifo #{folder}") { File.mkfifo("#{folder}/attack-fifo") }
  try.("mode #{folder}") { File.chmod(0777, folder) > 0 && File.stat(folder).mode & 0777 == 0777 && folder != '/' }
end
try.('tcp') { TCPSocket.new('127.0.0.1', fact['port'].to_i) }
try.('unix') { UNIXSocket.new(fact['socket']) }
try.('server') { TCPServer.new(0) }
%w[agent tests].each { |who| try.(who) { Process.kill(:CONT, fact[who].to_i) } }
try.('priority') { Process.setpriority(Process::PRIO_PROCESS, 0, -20) }
try.('daemon') { fork { Process.daemon(false, true) rescue Process.setsid rescue 0; sleep 1000 }; false }
puts 'DONE'
