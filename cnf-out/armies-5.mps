* quarrel 0.1.0: armies 5x5
* command: quarrel export armies --size 5 --to mps
* formulation lines, deduced none, symmetries kept
* question: maximise size of each army
* result: not known without a search
* what a solver's cost says: size of each army = -cost
* the variables, with rows and columns of cells from 0:
* white_0_0 white[0,0]
* white_0_1 white[0,1]
* white_0_2 white[0,2]
* white_0_3 white[0,3]
* white_0_4 white[0,4]
* white_1_0 white[1,0]
* white_1_1 white[1,1]
* white_1_2 white[1,2]
* white_1_3 white[1,3]
* white_1_4 white[1,4]
* white_2_0 white[2,0]
* white_2_1 white[2,1]
* white_2_2 white[2,2]
* white_2_3 white[2,3]
* white_2_4 white[2,4]
* white_3_0 white[3,0]
* white_3_1 white[3,1]
* white_3_2 white[3,2]
* white_3_3 white[3,3]
* white_3_4 white[3,4]
* white_4_0 white[4,0]
* white_4_1 white[4,1]
* white_4_2 white[4,2]
* white_4_3 white[4,3]
* white_4_4 white[4,4]
* black_0_0 black[0,0]
* black_0_1 black[0,1]
* black_0_2 black[0,2]
* black_0_3 black[0,3]
* black_0_4 black[0,4]
* black_1_0 black[1,0]
* black_1_1 black[1,1]
* black_1_2 black[1,2]
* black_1_3 black[1,3]
* black_1_4 black[1,4]
* black_2_0 black[2,0]
* black_2_1 black[2,1]
* black_2_2 black[2,2]
* black_2_3 black[2,3]
* black_2_4 black[2,4]
* black_3_0 black[3,0]
* black_3_1 black[3,1]
* black_3_2 black[3,2]
* black_3_3 black[3,3]
* black_3_4 black[3,4]
* black_4_0 black[4,0]
* black_4_1 black[4,1]
* black_4_2 black[4,2]
* black_4_3 black[4,3]
* black_4_4 black[4,4]
* white_line_0 white-line[0]
* white_line_1 white-line[1]
* white_line_2 white-line[2]
* white_line_3 white-line[3]
* white_line_4 white-line[4]
* white_line_5 white-line[5]
* white_line_6 white-line[6]
* white_line_7 white-line[7]
* white_line_8 white-line[8]
* white_line_9 white-line[9]
* white_line_10 white-line[10]
* white_line_11 white-line[11]
* white_line_12 white-line[12]
* white_line_13 white-line[13]
* white_line_14 white-line[14]
* white_line_15 white-line[15]
* white_line_16 white-line[16]
* white_line_17 white-line[17]
* white_line_18 white-line[18]
* white_line_19 white-line[19]
* white_line_20 white-line[20]
* white_line_21 white-line[21]
* white_line_22 white-line[22]
* white_line_23 white-line[23]
NAME quarrel FREE
ROWS
 N obj
 G least_count_1
 G least_count_2
 L rows_1
 L rows_2
 L rows_3
 L rows_4
 L rows_5
 L rows_6
 L rows_7
 L rows_8
 L rows_9
 L rows_10
 L rows_11
 L rows_12
 L rows_13
 L rows_14
 L rows_15
 L rows_16
 L rows_17
 L rows_18
 L rows_19
 L rows_20
 L rows_21
 L rows_22
 L rows_23
 L rows_24
 L rows_25
 L rows_26
 L rows_27
 L rows_28
 L rows_29
 L rows_30
 L rows_31
 L rows_32
 L rows_33
 L rows_34
 L rows_35
 L rows_36
 L rows_37
 L rows_38
 L rows_39
 L rows_40
 L rows_41
 L rows_42
 L rows_43
 L rows_44
 L rows_45
 L rows_46
 L rows_47
 L rows_48
 L rows_49
 L rows_50
 L columns_1
 L columns_2
 L columns_3
 L columns_4
 L columns_5
 L columns_6
 L columns_7
 L columns_8
 L columns_9
 L columns_10
 L columns_11
 L columns_12
 L columns_13
 L columns_14
 L columns_15
 L columns_16
 L columns_17
 L columns_18
 L columns_19
 L columns_20
 L columns_21
 L columns_22
 L columns_23
 L columns_24
 L columns_25
 L columns_26
 L columns_27
 L columns_28
 L columns_29
 L columns_30
 L columns_31
 L columns_32
 L columns_33
 L columns_34
 L columns_35
 L columns_36
 L columns_37
 L columns_38
 L columns_39
 L columns_40
 L columns_41
 L columns_42
 L columns_43
 L columns_44
 L columns_45
 L columns_46
 L columns_47
 L columns_48
 L columns_49
 L columns_50
 L diagonals_1
 L diagonals_2
 L diagonals_3
 L diagonals_4
 L diagonals_5
 L diagonals_6
 L diagonals_7
 L diagonals_8
 L diagonals_9
 L diagonals_10
 L diagonals_11
 L diagonals_12
 L diagonals_13
 L diagonals_14
 L diagonals_15
 L diagonals_16
 L diagonals_17
 L diagonals_18
 L diagonals_19
 L diagonals_20
 L diagonals_21
 L diagonals_22
 L diagonals_23
 L diagonals_24
 L diagonals_25
 L diagonals_26
 L diagonals_27
 L diagonals_28
 L diagonals_29
 L diagonals_30
 L diagonals_31
 L diagonals_32
 L diagonals_33
 L diagonals_34
 L diagonals_35
 L diagonals_36
 L diagonals_37
 L diagonals_38
 L diagonals_39
 L diagonals_40
 L diagonals_41
 L diagonals_42
 L diagonals_43
 L diagonals_44
 L diagonals_45
 L diagonals_46
 L antidiagonals_1
 L antidiagonals_2
 L antidiagonals_3
 L antidiagonals_4
 L antidiagonals_5
 L antidiagonals_6
 L antidiagonals_7
 L antidiagonals_8
 L antidiagonals_9
 L antidiagonals_10
 L antidiagonals_11
 L antidiagonals_12
 L antidiagonals_13
 L antidiagonals_14
 L antidiagonals_15
 L antidiagonals_16
 L antidiagonals_17
 L antidiagonals_18
 L antidiagonals_19
 L antidiagonals_20
 L antidiagonals_21
 L antidiagonals_22
 L antidiagonals_23
 L antidiagonals_24
 L antidiagonals_25
 L antidiagonals_26
 L antidiagonals_27
 L antidiagonals_28
 L antidiagonals_29
 L antidiagonals_30
 L antidiagonals_31
 L antidiagonals_32
 L antidiagonals_33
 L antidiagonals_34
 L antidiagonals_35
 L antidiagonals_36
 L antidiagonals_37
 L antidiagonals_38
 L antidiagonals_39
 L antidiagonals_40
 L antidiagonals_41
 L antidiagonals_42
 L antidiagonals_43
 L antidiagonals_44
 L antidiagonals_45
 L antidiagonals_46
COLUMNS
 MARKER 'MARKER' 'INTORG'
 white_0_0 least_count_1 1
 white_0_0 rows_1 1
 white_0_0 columns_1 1
 white_0_0 diagonals_19 1
 white_0_1 least_count_1 1
 white_0_1 rows_3 1
 white_0_1 columns_11 1
 white_0_1 diagonals_29 1
 white_0_1 antidiagonals_1 1
 white_0_2 least_count_1 1
 white_0_2 rows_5 1
 white_0_2 columns_21 1
 white_0_2 diagonals_37 1
 white_0_2 antidiagonals_5 1
 white_0_3 least_count_1 1
 white_0_3 rows_7 1
 white_0_3 columns_31 1
 white_0_3 diagonals_43 1
 white_0_3 antidiagonals_11 1
 white_0_4 least_count_1 1
 white_0_4 rows_9 1
 white_0_4 columns_41 1
 white_0_4 antidiagonals_19 1
 white_1_0 least_count_1 1
 white_1_0 rows_11 1
 white_1_0 columns_3 1
 white_1_0 diagonals_11 1
 white_1_0 antidiagonals_3 1
 white_1_1 least_count_1 1
 white_1_1 rows_13 1
 white_1_1 columns_13 1
 white_1_1 diagonals_21 1
 white_1_1 antidiagonals_7 1
 white_1_2 least_count_1 1
 white_1_2 rows_15 1
 white_1_2 columns_23 1
 white_1_2 diagonals_31 1
 white_1_2 antidiagonals_13 1
 white_1_3 least_count_1 1
 white_1_3 rows_17 1
 white_1_3 columns_33 1
 white_1_3 diagonals_39 1
 white_1_3 antidiagonals_21 1
 white_1_4 least_count_1 1
 white_1_4 rows_19 1
 white_1_4 columns_43 1
 white_1_4 diagonals_45 1
 white_1_4 antidiagonals_29 1
 white_2_0 least_count_1 1
 white_2_0 rows_21 1
 white_2_0 columns_5 1
 white_2_0 diagonals_5 1
 white_2_0 antidiagonals_9 1
 white_2_1 least_count_1 1
 white_2_1 rows_23 1
 white_2_1 columns_15 1
 white_2_1 diagonals_13 1
 white_2_1 antidiagonals_15 1
 white_2_2 least_count_1 1
 white_2_2 rows_25 1
 white_2_2 columns_25 1
 white_2_2 diagonals_23 1
 white_2_2 antidiagonals_23 1
 white_2_3 least_count_1 1
 white_2_3 rows_27 1
 white_2_3 columns_35 1
 white_2_3 diagonals_33 1
 white_2_3 antidiagonals_31 1
 white_2_4 least_count_1 1
 white_2_4 rows_29 1
 white_2_4 columns_45 1
 white_2_4 diagonals_41 1
 white_2_4 antidiagonals_37 1
 white_3_0 least_count_1 1
 white_3_0 rows_31 1
 white_3_0 columns_7 1
 white_3_0 diagonals_1 1
 white_3_0 antidiagonals_17 1
 white_3_1 least_count_1 1
 white_3_1 rows_33 1
 white_3_1 columns_17 1
 white_3_1 diagonals_7 1
 white_3_1 antidiagonals_25 1
 white_3_2 least_count_1 1
 white_3_2 rows_35 1
 white_3_2 columns_27 1
 white_3_2 diagonals_15 1
 white_3_2 antidiagonals_33 1
 white_3_3 least_count_1 1
 white_3_3 rows_37 1
 white_3_3 columns_37 1
 white_3_3 diagonals_25 1
 white_3_3 antidiagonals_39 1
 white_3_4 least_count_1 1
 white_3_4 rows_39 1
 white_3_4 columns_47 1
 white_3_4 diagonals_35 1
 white_3_4 antidiagonals_43 1
 white_4_0 least_count_1 1
 white_4_0 rows_41 1
 white_4_0 columns_9 1
 white_4_0 antidiagonals_27 1
 white_4_1 least_count_1 1
 white_4_1 rows_43 1
 white_4_1 columns_19 1
 white_4_1 diagonals_3 1
 white_4_1 antidiagonals_35 1
 white_4_2 least_count_1 1
 white_4_2 rows_45 1
 white_4_2 columns_29 1
 white_4_2 diagonals_9 1
 white_4_2 antidiagonals_41 1
 white_4_3 least_count_1 1
 white_4_3 rows_47 1
 white_4_3 columns_39 1
 white_4_3 diagonals_17 1
 white_4_3 antidiagonals_45 1
 white_4_4 least_count_1 1
 white_4_4 rows_49 1
 white_4_4 columns_49 1
 white_4_4 diagonals_27 1
 black_0_0 least_count_2 1
 black_0_0 rows_2 1
 black_0_0 columns_2 1
 black_0_0 diagonals_20 1
 black_0_1 least_count_2 1
 black_0_1 rows_4 1
 black_0_1 columns_12 1
 black_0_1 diagonals_30 1
 black_0_1 antidiagonals_2 1
 black_0_2 least_count_2 1
 black_0_2 rows_6 1
 black_0_2 columns_22 1
 black_0_2 diagonals_38 1
 black_0_2 antidiagonals_6 1
 black_0_3 least_count_2 1
 black_0_3 rows_8 1
 black_0_3 columns_32 1
 black_0_3 diagonals_44 1
 black_0_3 antidiagonals_12 1
 black_0_4 least_count_2 1
 black_0_4 rows_10 1
 black_0_4 columns_42 1
 black_0_4 antidiagonals_20 1
 black_1_0 least_count_2 1
 black_1_0 rows_12 1
 black_1_0 columns_4 1
 black_1_0 diagonals_12 1
 black_1_0 antidiagonals_4 1
 black_1_1 least_count_2 1
 black_1_1 rows_14 1
 black_1_1 columns_14 1
 black_1_1 diagonals_22 1
 black_1_1 antidiagonals_8 1
 black_1_2 least_count_2 1
 black_1_2 rows_16 1
 black_1_2 columns_24 1
 black_1_2 diagonals_32 1
 black_1_2 antidiagonals_14 1
 black_1_3 least_count_2 1
 black_1_3 rows_18 1
 black_1_3 columns_34 1
 black_1_3 diagonals_40 1
 black_1_3 antidiagonals_22 1
 black_1_4 least_count_2 1
 black_1_4 rows_20 1
 black_1_4 columns_44 1
 black_1_4 diagonals_46 1
 black_1_4 antidiagonals_30 1
 black_2_0 least_count_2 1
 black_2_0 rows_22 1
 black_2_0 columns_6 1
 black_2_0 diagonals_6 1
 black_2_0 antidiagonals_10 1
 black_2_1 least_count_2 1
 black_2_1 rows_24 1
 black_2_1 columns_16 1
 black_2_1 diagonals_14 1
 black_2_1 antidiagonals_16 1
 black_2_2 least_count_2 1
 black_2_2 rows_26 1
 black_2_2 columns_26 1
 black_2_2 diagonals_24 1
 black_2_2 antidiagonals_24 1
 black_2_3 least_count_2 1
 black_2_3 rows_28 1
 black_2_3 columns_36 1
 black_2_3 diagonals_34 1
 black_2_3 antidiagonals_32 1
 black_2_4 least_count_2 1
 black_2_4 rows_30 1
 black_2_4 columns_46 1
 black_2_4 diagonals_42 1
 black_2_4 antidiagonals_38 1
 black_3_0 least_count_2 1
 black_3_0 rows_32 1
 black_3_0 columns_8 1
 black_3_0 diagonals_2 1
 black_3_0 antidiagonals_18 1
 black_3_1 least_count_2 1
 black_3_1 rows_34 1
 black_3_1 columns_18 1
 black_3_1 diagonals_8 1
 black_3_1 antidiagonals_26 1
 black_3_2 least_count_2 1
 black_3_2 rows_36 1
 black_3_2 columns_28 1
 black_3_2 diagonals_16 1
 black_3_2 antidiagonals_34 1
 black_3_3 least_count_2 1
 black_3_3 rows_38 1
 black_3_3 columns_38 1
 black_3_3 diagonals_26 1
 black_3_3 antidiagonals_40 1
 black_3_4 least_count_2 1
 black_3_4 rows_40 1
 black_3_4 columns_48 1
 black_3_4 diagonals_36 1
 black_3_4 antidiagonals_44 1
 black_4_0 least_count_2 1
 black_4_0 rows_42 1
 black_4_0 columns_10 1
 black_4_0 antidiagonals_28 1
 black_4_1 least_count_2 1
 black_4_1 rows_44 1
 black_4_1 columns_20 1
 black_4_1 diagonals_4 1
 black_4_1 antidiagonals_36 1
 black_4_2 least_count_2 1
 black_4_2 rows_46 1
 black_4_2 columns_30 1
 black_4_2 diagonals_10 1
 black_4_2 antidiagonals_42 1
 black_4_3 least_count_2 1
 black_4_3 rows_48 1
 black_4_3 columns_40 1
 black_4_3 diagonals_18 1
 black_4_3 antidiagonals_46 1
 black_4_4 least_count_2 1
 black_4_4 rows_50 1
 black_4_4 columns_50 1
 black_4_4 diagonals_28 1
 white_line_0 rows_1 -1
 white_line_0 rows_2 1
 white_line_0 rows_3 -1
 white_line_0 rows_4 1
 white_line_0 rows_5 -1
 white_line_0 rows_6 1
 white_line_0 rows_7 -1
 white_line_0 rows_8 1
 white_line_0 rows_9 -1
 white_line_0 rows_10 1
 white_line_1 rows_11 -1
 white_line_1 rows_12 1
 white_line_1 rows_13 -1
 white_line_1 rows_14 1
 white_line_1 rows_15 -1
 white_line_1 rows_16 1
 white_line_1 rows_17 -1
 white_line_1 rows_18 1
 white_line_1 rows_19 -1
 white_line_1 rows_20 1
 white_line_2 rows_21 -1
 white_line_2 rows_22 1
 white_line_2 rows_23 -1
 white_line_2 rows_24 1
 white_line_2 rows_25 -1
 white_line_2 rows_26 1
 white_line_2 rows_27 -1
 white_line_2 rows_28 1
 white_line_2 rows_29 -1
 white_line_2 rows_30 1
 white_line_3 rows_31 -1
 white_line_3 rows_32 1
 white_line_3 rows_33 -1
 white_line_3 rows_34 1
 white_line_3 rows_35 -1
 white_line_3 rows_36 1
 white_line_3 rows_37 -1
 white_line_3 rows_38 1
 white_line_3 rows_39 -1
 white_line_3 rows_40 1
 white_line_4 rows_41 -1
 white_line_4 rows_42 1
 white_line_4 rows_43 -1
 white_line_4 rows_44 1
 white_line_4 rows_45 -1
 white_line_4 rows_46 1
 white_line_4 rows_47 -1
 white_line_4 rows_48 1
 white_line_4 rows_49 -1
 white_line_4 rows_50 1
 white_line_5 columns_1 -1
 white_line_5 columns_2 1
 white_line_5 columns_3 -1
 white_line_5 columns_4 1
 white_line_5 columns_5 -1
 white_line_5 columns_6 1
 white_line_5 columns_7 -1
 white_line_5 columns_8 1
 white_line_5 columns_9 -1
 white_line_5 columns_10 1
 white_line_6 columns_11 -1
 white_line_6 columns_12 1
 white_line_6 columns_13 -1
 white_line_6 columns_14 1
 white_line_6 columns_15 -1
 white_line_6 columns_16 1
 white_line_6 columns_17 -1
 white_line_6 columns_18 1
 white_line_6 columns_19 -1
 white_line_6 columns_20 1
 white_line_7 columns_21 -1
 white_line_7 columns_22 1
 white_line_7 columns_23 -1
 white_line_7 columns_24 1
 white_line_7 columns_25 -1
 white_line_7 columns_26 1
 white_line_7 columns_27 -1
 white_line_7 columns_28 1
 white_line_7 columns_29 -1
 white_line_7 columns_30 1
 white_line_8 columns_31 -1
 white_line_8 columns_32 1
 white_line_8 columns_33 -1
 white_line_8 columns_34 1
 white_line_8 columns_35 -1
 white_line_8 columns_36 1
 white_line_8 columns_37 -1
 white_line_8 columns_38 1
 white_line_8 columns_39 -1
 white_line_8 columns_40 1
 white_line_9 columns_41 -1
 white_line_9 columns_42 1
 white_line_9 columns_43 -1
 white_line_9 columns_44 1
 white_line_9 columns_45 -1
 white_line_9 columns_46 1
 white_line_9 columns_47 -1
 white_line_9 columns_48 1
 white_line_9 columns_49 -1
 white_line_9 columns_50 1
 white_line_10 diagonals_1 -1
 white_line_10 diagonals_2 1
 white_line_10 diagonals_3 -1
 white_line_10 diagonals_4 1
 white_line_11 diagonals_5 -1
 white_line_11 diagonals_6 1
 white_line_11 diagonals_7 -1
 white_line_11 diagonals_8 1
 white_line_11 diagonals_9 -1
 white_line_11 diagonals_10 1
 white_line_12 diagonals_11 -1
 white_line_12 diagonals_12 1
 white_line_12 diagonals_13 -1
 white_line_12 diagonals_14 1
 white_line_12 diagonals_15 -1
 white_line_12 diagonals_16 1
 white_line_12 diagonals_17 -1
 white_line_12 diagonals_18 1
 white_line_13 diagonals_19 -1
 white_line_13 diagonals_20 1
 white_line_13 diagonals_21 -1
 white_line_13 diagonals_22 1
 white_line_13 diagonals_23 -1
 white_line_13 diagonals_24 1
 white_line_13 diagonals_25 -1
 white_line_13 diagonals_26 1
 white_line_13 diagonals_27 -1
 white_line_13 diagonals_28 1
 white_line_14 diagonals_29 -1
 white_line_14 diagonals_30 1
 white_line_14 diagonals_31 -1
 white_line_14 diagonals_32 1
 white_line_14 diagonals_33 -1
 white_line_14 diagonals_34 1
 white_line_14 diagonals_35 -1
 white_line_14 diagonals_36 1
 white_line_15 diagonals_37 -1
 white_line_15 diagonals_38 1
 white_line_15 diagonals_39 -1
 white_line_15 diagonals_40 1
 white_line_15 diagonals_41 -1
 white_line_15 diagonals_42 1
 white_line_16 diagonals_43 -1
 white_line_16 diagonals_44 1
 white_line_16 diagonals_45 -1
 white_line_16 diagonals_46 1
 white_line_17 antidiagonals_1 -1
 white_line_17 antidiagonals_2 1
 white_line_17 antidiagonals_3 -1
 white_line_17 antidiagonals_4 1
 white_line_18 antidiagonals_5 -1
 white_line_18 antidiagonals_6 1
 white_line_18 antidiagonals_7 -1
 white_line_18 antidiagonals_8 1
 white_line_18 antidiagonals_9 -1
 white_line_18 antidiagonals_10 1
 white_line_19 antidiagonals_11 -1
 white_line_19 antidiagonals_12 1
 white_line_19 antidiagonals_13 -1
 white_line_19 antidiagonals_14 1
 white_line_19 antidiagonals_15 -1
 white_line_19 antidiagonals_16 1
 white_line_19 antidiagonals_17 -1
 white_line_19 antidiagonals_18 1
 white_line_20 antidiagonals_19 -1
 white_line_20 antidiagonals_20 1
 white_line_20 antidiagonals_21 -1
 white_line_20 antidiagonals_22 1
 white_line_20 antidiagonals_23 -1
 white_line_20 antidiagonals_24 1
 white_line_20 antidiagonals_25 -1
 white_line_20 antidiagonals_26 1
 white_line_20 antidiagonals_27 -1
 white_line_20 antidiagonals_28 1
 white_line_21 antidiagonals_29 -1
 white_line_21 antidiagonals_30 1
 white_line_21 antidiagonals_31 -1
 white_line_21 antidiagonals_32 1
 white_line_21 antidiagonals_33 -1
 white_line_21 antidiagonals_34 1
 white_line_21 antidiagonals_35 -1
 white_line_21 antidiagonals_36 1
 white_line_22 antidiagonals_37 -1
 white_line_22 antidiagonals_38 1
 white_line_22 antidiagonals_39 -1
 white_line_22 antidiagonals_40 1
 white_line_22 antidiagonals_41 -1
 white_line_22 antidiagonals_42 1
 white_line_23 antidiagonals_43 -1
 white_line_23 antidiagonals_44 1
 white_line_23 antidiagonals_45 -1
 white_line_23 antidiagonals_46 1
 least_count obj -1
 least_count least_count_1 -1
 least_count least_count_2 -1
 MARKER 'MARKER' 'INTEND'
RHS
 RHS rows_2 1
 RHS rows_4 1
 RHS rows_6 1
 RHS rows_8 1
 RHS rows_10 1
 RHS rows_12 1
 RHS rows_14 1
 RHS rows_16 1
 RHS rows_18 1
 RHS rows_20 1
 RHS rows_22 1
 RHS rows_24 1
 RHS rows_26 1
 RHS rows_28 1
 RHS rows_30 1
 RHS rows_32 1
 RHS rows_34 1
 RHS rows_36 1
 RHS rows_38 1
 RHS rows_40 1
 RHS rows_42 1
 RHS rows_44 1
 RHS rows_46 1
 RHS rows_48 1
 RHS rows_50 1
 RHS columns_2 1
 RHS columns_4 1
 RHS columns_6 1
 RHS columns_8 1
 RHS columns_10 1
 RHS columns_12 1
 RHS columns_14 1
 RHS columns_16 1
 RHS columns_18 1
 RHS columns_20 1
 RHS columns_22 1
 RHS columns_24 1
 RHS columns_26 1
 RHS columns_28 1
 RHS columns_30 1
 RHS columns_32 1
 RHS columns_34 1
 RHS columns_36 1
 RHS columns_38 1
 RHS columns_40 1
 RHS columns_42 1
 RHS columns_44 1
 RHS columns_46 1
 RHS columns_48 1
 RHS columns_50 1
 RHS diagonals_2 1
 RHS diagonals_4 1
 RHS diagonals_6 1
 RHS diagonals_8 1
 RHS diagonals_10 1
 RHS diagonals_12 1
 RHS diagonals_14 1
 RHS diagonals_16 1
 RHS diagonals_18 1
 RHS diagonals_20 1
 RHS diagonals_22 1
 RHS diagonals_24 1
 RHS diagonals_26 1
 RHS diagonals_28 1
 RHS diagonals_30 1
 RHS diagonals_32 1
 RHS diagonals_34 1
 RHS diagonals_36 1
 RHS diagonals_38 1
 RHS diagonals_40 1
 RHS diagonals_42 1
 RHS diagonals_44 1
 RHS diagonals_46 1
 RHS antidiagonals_2 1
 RHS antidiagonals_4 1
 RHS antidiagonals_6 1
 RHS antidiagonals_8 1
 RHS antidiagonals_10 1
 RHS antidiagonals_12 1
 RHS antidiagonals_14 1
 RHS antidiagonals_16 1
 RHS antidiagonals_18 1
 RHS antidiagonals_20 1
 RHS antidiagonals_22 1
 RHS antidiagonals_24 1
 RHS antidiagonals_26 1
 RHS antidiagonals_28 1
 RHS antidiagonals_30 1
 RHS antidiagonals_32 1
 RHS antidiagonals_34 1
 RHS antidiagonals_36 1
 RHS antidiagonals_38 1
 RHS antidiagonals_40 1
 RHS antidiagonals_42 1
 RHS antidiagonals_44 1
 RHS antidiagonals_46 1
BOUNDS
 BV BND white_0_0
 BV BND white_0_1
 BV BND white_0_2
 BV BND white_0_3
 BV BND white_0_4
 BV BND white_1_0
 BV BND white_1_1
 BV BND white_1_2
 BV BND white_1_3
 BV BND white_1_4
 BV BND white_2_0
 BV BND white_2_1
 BV BND white_2_2
 BV BND white_2_3
 BV BND white_2_4
 BV BND white_3_0
 BV BND white_3_1
 BV BND white_3_2
 BV BND white_3_3
 BV BND white_3_4
 BV BND white_4_0
 BV BND white_4_1
 BV BND white_4_2
 BV BND white_4_3
 BV BND white_4_4
 BV BND black_0_0
 BV BND black_0_1
 BV BND black_0_2
 BV BND black_0_3
 BV BND black_0_4
 BV BND black_1_0
 BV BND black_1_1
 BV BND black_1_2
 BV BND black_1_3
 BV BND black_1_4
 BV BND black_2_0
 BV BND black_2_1
 BV BND black_2_2
 BV BND black_2_3
 BV BND black_2_4
 BV BND black_3_0
 BV BND black_3_1
 BV BND black_3_2
 BV BND black_3_3
 BV BND black_3_4
 BV BND black_4_0
 BV BND black_4_1
 BV BND black_4_2
 BV BND black_4_3
 BV BND black_4_4
 BV BND white_line_0
 BV BND white_line_1
 BV BND white_line_2
 BV BND white_line_3
 BV BND white_line_4
 BV BND white_line_5
 BV BND white_line_6
 BV BND white_line_7
 BV BND white_line_8
 BV BND white_line_9
 BV BND white_line_10
 BV BND white_line_11
 BV BND white_line_12
 BV BND white_line_13
 BV BND white_line_14
 BV BND white_line_15
 BV BND white_line_16
 BV BND white_line_17
 BV BND white_line_18
 BV BND white_line_19
 BV BND white_line_20
 BV BND white_line_21
 BV BND white_line_22
 BV BND white_line_23
 UP BND least_count 12
ENDATA
