import { ConnectionHandler, VIEWER_ID } from 'relay-runtime';

/** The list of projects at the side, for mutations that add to it or take from it. */
export const projectsList = ConnectionHandler.getConnectionID(VIEWER_ID, 'SideBar_projects');
