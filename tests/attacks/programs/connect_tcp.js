// connect to a server on loopback from JavaScript, by net, http and dgram
'use strict';
if (!process.env.ATTACK_IN_SANDBOX) process.exit(1);
const facts = Object.fromEntries(
  require('fs').readFileSync(0, 'utf8').trim().split('\n').map((l) => l.split(' ')));
process.on('uncaughtException', (e) => console.log(e.code));
const port = Number(facts.port);
require('net').connect(port, '127.0.0.1', () => console.log('BREACH tcp')).on('error', () => {});
require('net').connect(facts.socket, () => console.log('BREACH unix')).on('error', () => {});
require('http').get({ port }, () => console.log('BREACH http')).on('error', () => {});
require('net').createServer().on('error', () => {}).listen(0, () => console.log('BREACH listens'));
const d = require('dgram').createSocket('udp4').on('error', () => {});
try { d.send('x', port, '127.0.0.1', (e) => e || console.log('BREACH udp')); } catch { /* refused */ }
setTimeout(() => { console.log('DONE'); process.exit(0); }, 200);
