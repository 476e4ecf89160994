import { readFileSync } from 'node:fs';

/**
 * The most memory that this process has had, in bytes. Where the kernel tells it of this program alone:
 * what `resourceUsage` says begins with the memory of whoever started it.
 */
export function peakMemory(): number {
  if (process.platform !== 'linux') {
    return process.resourceUsage().maxRSS * 1024;
  }
  const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
  return Number(kilobytes) * 1024;
}
