import { chromium, type LaunchOptions } from '@playwright/test';
import puppeteer from 'puppeteer-core';

/** Starts Chromium under Puppeteer with these options of Playwright's. */
export const launchChromium = ({ executablePath = chromium.executablePath(), args = [] }: LaunchOptions) =>
  puppeteer.launch({ executablePath, args: [...args, '--lang=en-GB'], headless: 'shell' });
