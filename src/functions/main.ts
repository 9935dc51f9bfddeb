import { convert, curve, energy, hours, notional, periods, product, strip } from './declarations/delivery';
import { events, journal, program, quota, status } from './declarations/desk';
import { pnl, position } from './declarations/positions';
import {
  age,
  best,
  checkQuote,
  depth,
  lastSeen,
  legPrice,
  myQuote,
  quotes,
  spreadMigrate,
  spreadPrice,
  swapCheck,
} from './declarations/prices';
import { allIn, profile, profilePrice, spark } from './declarations/profiles';
import {
  analytics,
  counteroffers,
  history,
  legs,
  loadShape,
  proposals,
  recipients,
  rfq,
  rfqs,
  risk,
} from './declarations/requests';
import { trade, trades } from './declarations/trades';
import { wins } from './declarations/wins';
import { session } from '../client/session';
import { giveMarkets } from '../domain/delivery/given-markets';

/** Cells, pane and gateway count deliveries by one table: the gateway writes its own into the page (DESK_MARKETS). */
const given = document.querySelector('meta[name="desk-markets"]')?.getAttribute('content');
if (given) giveMarkets(given);

/**
 * At load and synchronously: a workbook calculates as soon as the page is there, and an id that is not known then stays
 * #NAME?. Without Excel's library (a plain browser) there are no cells, and the pane still works.
 */
if (typeof CustomFunctions !== 'undefined') {
  CustomFunctions.associate('TRADES', trades);
  CustomFunctions.associate('TRADE', trade);
  CustomFunctions.associate('RFQS', rfqs);
  CustomFunctions.associate('RFQ', rfq);
  CustomFunctions.associate('LEGS', legs);
  CustomFunctions.associate('QUOTES', quotes);
  CustomFunctions.associate('BEST', best);
  CustomFunctions.associate('CHECKQUOTE', checkQuote);
  CustomFunctions.associate('PROPOSALS', proposals);
  CustomFunctions.associate('COUNTEROFFERS', counteroffers);
  CustomFunctions.associate('LASTSEEN', lastSeen);
  CustomFunctions.associate('ANALYTICS', analytics);
  CustomFunctions.associate('SPREADPRICE', spreadPrice);
  CustomFunctions.associate('LEGPRICE', legPrice);
  CustomFunctions.associate('SPREADMIGRATE', spreadMigrate);
  CustomFunctions.associate('SWAPCHECK', swapCheck);
  CustomFunctions.associate('PRODUCT', product);
  CustomFunctions.associate('HOURS', hours);
  CustomFunctions.associate('PERIODS', periods);
  CustomFunctions.associate('ENERGY', energy);
  CustomFunctions.associate('NOTIONAL', notional);
  CustomFunctions.associate('CONVERT', convert);
  CustomFunctions.associate('CURVE', curve);
  CustomFunctions.associate('STRIP', strip);
  CustomFunctions.associate('PROFILE', profile);
  CustomFunctions.associate('PROFILEPRICE', profilePrice);
  CustomFunctions.associate('ALLIN', allIn);
  CustomFunctions.associate('SPARK', spark);
  CustomFunctions.associate('RISK', risk);
  CustomFunctions.associate('RECIPIENTS', recipients);
  CustomFunctions.associate('LOADSHAPE', loadShape);
  CustomFunctions.associate('JOURNAL', journal);
  CustomFunctions.associate('QUOTA', quota);
  CustomFunctions.associate('STATUS', status);
  CustomFunctions.associate('PROGRAM', program);
  CustomFunctions.associate('EVENTS', events);
  CustomFunctions.associate('MYQUOTE', myQuote);
  CustomFunctions.associate('DEPTH', depth);
  CustomFunctions.associate('AGE', age);
  CustomFunctions.associate('HISTORY', history);
  CustomFunctions.associate('POSITION', position);
  CustomFunctions.associate('PNL', pnl);
  CustomFunctions.associate('WINS', wins);
}

// The pane's code comes next in the same page, and takes a while to be read: the way to the gateway is opened meanwhile.
session();
