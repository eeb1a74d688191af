/** A typed client of gateways to generative models: begin with {@link dev.gatewright.GatewrightClient}. */
package dev.gatewright;
