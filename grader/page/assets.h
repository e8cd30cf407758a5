// The files of this folder that a page is made of, as the Makefile has turned them into strings.
#ifndef WARPBOOK_PAGE_ASSETS_H
#define WARPBOOK_PAGE_ASSETS_H

extern const char page_frame[], page_style[], page_script[];

#endif
