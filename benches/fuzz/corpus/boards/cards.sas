data x;
input a b;
* comment;
/* more */
cards;
1 2
2 1
;
run;
