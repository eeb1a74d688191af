/** What the client throws. */
package dev.gatewright.errors;
