/** The requests and answers of the contract. */
package dev.gatewright.types;
