/** A program that signs requests for full audio, as a publisher's server can run it. */
export interface SignatureSample {
  /** As people name the language. */
  language: string;
  /** What the file is called where it is tried. */
  file: string;
  /** Tries it: the address of a sound is its argument, the key in the environment. */
  command: string;
  code: string;
}

/**
 * One for each of the languages in which publishers' servers are written. Each takes the address of a sound
 * and the project's security key (`PARLANCE_SECURITY_KEY`) and prints the signed address, which is valid for
 * five minutes before and after.
 */
export const signatureSamples: readonly SignatureSample[] = [
  {
    language: 'PHP',
    file: 'sign.php',
    command: 'php sign.php',
    code: `<?php
function signedAddress(string $address, string $key): string
{
    $timestamp = (string) time();
    $signature = md5($timestamp . $key);
    return $address . '?' . http_build_query(['timestamp' => $timestamp, 'signature' => $signature]);
}

echo signedAddress($argv[1], getenv('PARLANCE_SECURITY_KEY')), PHP_EOL;
`,
  },
  {
    language: 'Python',
    file: 'sign.py',
    command: 'python3 sign.py',
    code: `import hashlib
import os
import sys
import time
from urllib.parse import urlencode


def signed_address(address: str, key: str) -> str:
    timestamp = str(int(time.time()))
    signature = hashlib.md5((timestamp + key).encode()).hexdigest()
    return address + "?" + urlencode({"timestamp": timestamp, "signature": signature})


print(signed_address(sys.argv[1], os.environ["PARLANCE_SECURITY_KEY"]))
`,
  },
  {
    language: 'JavaScript',
    file: 'sign.mjs',
    command: 'node sign.mjs',
    code: `import { createHash } from 'node:crypto';

function signedAddress(address, key) {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const signature = createHash('md5').update(timestamp + key).digest('hex');
  return \`\${address}?\${new URLSearchParams({ timestamp, signature })}\`;
}

console.log(signedAddress(process.argv[2], process.env.PARLANCE_SECURITY_KEY));
`,
  },
  {
    language: 'Go',
    file: 'sign.go',
    command: 'go run sign.go',
    code: `package main

import (
	"crypto/md5"
	"encoding/hex"
	"fmt"
	"net/url"
	"os"
	"strconv"
	"time"
)

func signedAddress(address, key string) string {
	timestamp := strconv.FormatInt(time.Now().Unix(), 10)
	sum := md5.Sum([]byte(timestamp + key))
	query := url.Values{"timestamp": {timestamp}, "signature": {hex.EncodeToString(sum[:])}}
	return address + "?" + query.Encode()
}

func main() {
	fmt.Println(signedAddress(os.Args[1], os.Getenv("PARLANCE_SECURITY_KEY")))
}
`,
  },
];
