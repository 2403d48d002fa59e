data Board;
input a1-a4;
datalines;
1 1 2 2
1 3 2 2
3 3 3 4
3 4 4 4
;
