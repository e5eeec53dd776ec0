-- read the answer, write outside and leave a process, in Lua: io, os, popen, loadlib
if not os.getenv('ATTACK_IN_SANDBOX') then os.exit(1) end
local fact = {}
for line in io.lines() do local name, value = line:match('(%S+) (.*)') fact[name] = value end
local function try(what, ...) if ... then print('BREACH ' .. what) end end
local file = io.open(fact.secret)
try('read', file and file:read('a'))
try('write', io.open(fact.canary .. '/lua', 'w'))
try('remove', os.remove(fact.secret))
try('rename', os.rename(fact.secret, fact.canary .. '/moved'))
try('run', (loadfile(fact.secret)))
try('shell', io.popen('cat ' .. fact.secret .. ' 2>/dev/null'):read('a'):match('secret%-'))
try('environment', io.popen('cat /proc/*/environ 2>/dev/null'):read('a'):match('JUDGE_TEST'))
os.execute("(trap '' HUP TERM; sleep 1000) > /dev/null 2>&1 < /dev/null &")
try('library', package.loadlib(fact.secret, '*'))
print('DONE')
