/** How the client works: not for its users, and may change in any version. */
package dev.gatewright.internal;
