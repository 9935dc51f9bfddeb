import { BlockList, isIP } from 'node:net';

/** Addresses and networks, such as 192.0.2.7 or 192.0.2.0/24; `undefined` for one that is neither. */
export function addressList(written: readonly string[]): BlockList | undefined {
  const list = new BlockList();
  return written.every((one) => added(list, one.trim())) ? list : undefined;
}

function added(list: BlockList, written: string): boolean {
  const [address = '', prefix, more] = written.split('/');
  const version = isIP(address);
  if (version === 0 || more !== undefined) return false;
  const family = version === 4 ? 'ipv4' : 'ipv6';
  if (prefix === undefined) list.addAddress(address, family);
  else if (!/^\d{1,3}$/.test(prefix) || Number(prefix) > (version === 4 ? 32 : 128)) return false;
  else list.addSubnet(address, Number(prefix), family);
  return true;
}

export interface SenderRules {
  /** Who may deliver; absent: whoever knows the address. */
  readonly allowed?: BlockList;
  /** Whose word is taken for where a delivery came from. */
  readonly proxies?: BlockList;
}

/**
 * The address that a delivery came from. The forwarding header is written by whoever likes to, so it counts only from a
 * proxy that settings name, and in it the last address that is not such a proxy: what stands before it, the sender wrote.
 */
export function senderOf(
  { proxies }: SenderRules,
  remote: string | undefined,
  forwardedFor: string | undefined,
): string {
  const path = [...(forwardedFor ?? '').split(',').map((hop) => hop.trim()), remote ?? ''];
  const sender = path.findLast((hop) => !isIn(proxies, hop));
  return sender ?? '';
}

export const maySend = ({ allowed }: SenderRules, sender: string): boolean =>
  allowed === undefined || isIn(allowed, sender);

function isIn(list: BlockList | undefined, address: string): boolean {
  const version = isIP(address);
  if (list === undefined || version === 0) return false;
  return list.check(address, version === 4 ? 'ipv4' : 'ipv6');
}
