import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';

/** Work that the system does for this process on threads of its own. */
const SYSTEM_WORK = /^(FSReq|GetAddrInfo)/;

/**
 * The TCP connections of this process to itself. Both ends are here, so what one end has written and the other has not read
 * is on its way, however long the system takes to hand it over.
 */
export class Connections {
  private readonly callers = new Set<Socket>();
  /** By the ports of both ends. */
  private readonly listeners = new Map<string, Socket>();

  constructor() {
    subscribe('net.client.socket', this.called);
    subscribe('net.server.socket', this.accepted);
  }

  /** Changes with every connection and every byte that arrives. */
  get arrivedCount(): number {
    let count = this.callers.size + this.listeners.size;
    for (const socket of this.callers) count += socket.bytesRead;
    for (const socket of this.listeners.values()) count += socket.bytesRead;
    return count;
  }

  /** Whether bytes, a connection or the end of one are on their way, or the system works on a file for this process. */
  get isBusy(): boolean {
    for (const socket of this.callers) if (this.isUnderWay(socket)) return true;
    // Each connection has two ends: one without the other is about to close.
    if (this.listeners.size > this.callers.size) return true;
    return process.getActiveResourcesInfo().some((name) => SYSTEM_WORK.test(name));
  }

  end(): void {
    unsubscribe('net.client.socket', this.called);
    unsubscribe('net.server.socket', this.accepted);
  }

  private readonly called = (told: unknown): void => {
    const socket = socketIn(told);
    this.callers.add(socket);
    socket.once('close', () => this.callers.delete(socket));
  };

  private readonly accepted = (told: unknown): void => {
    const socket = socketIn(told);
    const key = `${socket.remotePort}-${socket.localPort}`;
    this.listeners.set(key, socket);
    socket.once('close', () => this.listeners.delete(key));
  };

  private isUnderWay(caller: Socket): boolean {
    if (caller.connecting || caller.destroyed) return true;
    const listener = this.listeners.get(`${caller.localPort}-${caller.remotePort}`);
    return !listener || isOnItsWay(caller, listener) || isOnItsWay(listener, caller);
  }
}

/** A reader that has paused takes nothing, however long one waits. */
const isOnItsWay = (from: Socket, to: Socket): boolean => from.bytesWritten > to.bytesRead && !to.isPaused();

const socketIn = (told: unknown): Socket => (told as { readonly socket: Socket }).socket;
