import { journal, quota, status } from './declarations/desk';
import { spreadPrice } from './declarations/prices';
import { analytics, quotes, rfq, rfqs } from './declarations/requests';
import { trade, trades } from './declarations/trades';

/**
 * At load and synchronously: a workbook calculates as soon as the page is there, and an id that is not known then stays
 * #NAME?. Without Excel's library (a plain browser) there are no cells, and the pane still works.
 */
if (typeof CustomFunctions !== 'undefined') {
  CustomFunctions.associate('TRADES', trades);
  CustomFunctions.associate('TRADE', trade);
  CustomFunctions.associate('RFQS', rfqs);
  CustomFunctions.associate('RFQ', rfq);
  CustomFunctions.associate('QUOTES', quotes);
  CustomFunctions.associate('ANALYTICS', analytics);
  CustomFunctions.associate('SPREADPRICE', spreadPrice);
  CustomFunctions.associate('STATUS', status);
  CustomFunctions.associate('QUOTA', quota);
  CustomFunctions.associate('JOURNAL', journal);
}
