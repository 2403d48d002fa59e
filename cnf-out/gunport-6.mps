* quarrel 0.1.0: gunport 6x6
* command: quarrel export gunport --size 6 --to mps
* formulation pieces, deduced none, symmetries kept
* question: minimise dominoes
* result: not known without a search
* what a solver's cost says: dominoes = cost
* the variables, with rows and columns of cells from 0:
* hole_0_0 hole[0,0]
* hole_0_1 hole[0,1]
* hole_0_2 hole[0,2]
* hole_0_3 hole[0,3]
* hole_0_4 hole[0,4]
* hole_0_5 hole[0,5]
* hole_1_0 hole[1,0]
* hole_1_1 hole[1,1]
* hole_1_2 hole[1,2]
* hole_1_3 hole[1,3]
* hole_1_4 hole[1,4]
* hole_1_5 hole[1,5]
* hole_2_0 hole[2,0]
* hole_2_1 hole[2,1]
* hole_2_2 hole[2,2]
* hole_2_3 hole[2,3]
* hole_2_4 hole[2,4]
* hole_2_5 hole[2,5]
* hole_3_0 hole[3,0]
* hole_3_1 hole[3,1]
* hole_3_2 hole[3,2]
* hole_3_3 hole[3,3]
* hole_3_4 hole[3,4]
* hole_3_5 hole[3,5]
* hole_4_0 hole[4,0]
* hole_4_1 hole[4,1]
* hole_4_2 hole[4,2]
* hole_4_3 hole[4,3]
* hole_4_4 hole[4,4]
* hole_4_5 hole[4,5]
* hole_5_0 hole[5,0]
* hole_5_1 hole[5,1]
* hole_5_2 hole[5,2]
* hole_5_3 hole[5,3]
* hole_5_4 hole[5,4]
* hole_5_5 hole[5,5]
* domino_h_0_0 domino-h[0,0]
* domino_h_0_1 domino-h[0,1]
* domino_h_0_2 domino-h[0,2]
* domino_h_0_3 domino-h[0,3]
* domino_h_0_4 domino-h[0,4]
* domino_h_1_0 domino-h[1,0]
* domino_h_1_1 domino-h[1,1]
* domino_h_1_2 domino-h[1,2]
* domino_h_1_3 domino-h[1,3]
* domino_h_1_4 domino-h[1,4]
* domino_h_2_0 domino-h[2,0]
* domino_h_2_1 domino-h[2,1]
* domino_h_2_2 domino-h[2,2]
* domino_h_2_3 domino-h[2,3]
* domino_h_2_4 domino-h[2,4]
* domino_h_3_0 domino-h[3,0]
* domino_h_3_1 domino-h[3,1]
* domino_h_3_2 domino-h[3,2]
* domino_h_3_3 domino-h[3,3]
* domino_h_3_4 domino-h[3,4]
* domino_h_4_0 domino-h[4,0]
* domino_h_4_1 domino-h[4,1]
* domino_h_4_2 domino-h[4,2]
* domino_h_4_3 domino-h[4,3]
* domino_h_4_4 domino-h[4,4]
* domino_h_5_0 domino-h[5,0]
* domino_h_5_1 domino-h[5,1]
* domino_h_5_2 domino-h[5,2]
* domino_h_5_3 domino-h[5,3]
* domino_h_5_4 domino-h[5,4]
* domino_v_0_0 domino-v[0,0]
* domino_v_0_1 domino-v[0,1]
* domino_v_0_2 domino-v[0,2]
* domino_v_0_3 domino-v[0,3]
* domino_v_0_4 domino-v[0,4]
* domino_v_0_5 domino-v[0,5]
* domino_v_1_0 domino-v[1,0]
* domino_v_1_1 domino-v[1,1]
* domino_v_1_2 domino-v[1,2]
* domino_v_1_3 domino-v[1,3]
* domino_v_1_4 domino-v[1,4]
* domino_v_1_5 domino-v[1,5]
* domino_v_2_0 domino-v[2,0]
* domino_v_2_1 domino-v[2,1]
* domino_v_2_2 domino-v[2,2]
* domino_v_2_3 domino-v[2,3]
* domino_v_2_4 domino-v[2,4]
* domino_v_2_5 domino-v[2,5]
* domino_v_3_0 domino-v[3,0]
* domino_v_3_1 domino-v[3,1]
* domino_v_3_2 domino-v[3,2]
* domino_v_3_3 domino-v[3,3]
* domino_v_3_4 domino-v[3,4]
* domino_v_3_5 domino-v[3,5]
* domino_v_4_0 domino-v[4,0]
* domino_v_4_1 domino-v[4,1]
* domino_v_4_2 domino-v[4,2]
* domino_v_4_3 domino-v[4,3]
* domino_v_4_4 domino-v[4,4]
* domino_v_4_5 domino-v[4,5]
NAME quarrel FREE
ROWS
 N obj
 E one_piece_a_cell_1
 E one_piece_a_cell_2
 E one_piece_a_cell_3
 E one_piece_a_cell_4
 E one_piece_a_cell_5
 E one_piece_a_cell_6
 E one_piece_a_cell_7
 E one_piece_a_cell_8
 E one_piece_a_cell_9
 E one_piece_a_cell_10
 E one_piece_a_cell_11
 E one_piece_a_cell_12
 E one_piece_a_cell_13
 E one_piece_a_cell_14
 E one_piece_a_cell_15
 E one_piece_a_cell_16
 E one_piece_a_cell_17
 E one_piece_a_cell_18
 E one_piece_a_cell_19
 E one_piece_a_cell_20
 E one_piece_a_cell_21
 E one_piece_a_cell_22
 E one_piece_a_cell_23
 E one_piece_a_cell_24
 E one_piece_a_cell_25
 E one_piece_a_cell_26
 E one_piece_a_cell_27
 E one_piece_a_cell_28
 E one_piece_a_cell_29
 E one_piece_a_cell_30
 E one_piece_a_cell_31
 E one_piece_a_cell_32
 E one_piece_a_cell_33
 E one_piece_a_cell_34
 E one_piece_a_cell_35
 E one_piece_a_cell_36
 L no_two_adjacent_holes_1
 L no_two_adjacent_holes_2
 L no_two_adjacent_holes_3
 L no_two_adjacent_holes_4
 L no_two_adjacent_holes_5
 L no_two_adjacent_holes_6
 L no_two_adjacent_holes_7
 L no_two_adjacent_holes_8
 L no_two_adjacent_holes_9
 L no_two_adjacent_holes_10
 L no_two_adjacent_holes_11
 L no_two_adjacent_holes_12
 L no_two_adjacent_holes_13
 L no_two_adjacent_holes_14
 L no_two_adjacent_holes_15
 L no_two_adjacent_holes_16
 L no_two_adjacent_holes_17
 L no_two_adjacent_holes_18
 L no_two_adjacent_holes_19
 L no_two_adjacent_holes_20
 L no_two_adjacent_holes_21
 L no_two_adjacent_holes_22
 L no_two_adjacent_holes_23
 L no_two_adjacent_holes_24
 L no_two_adjacent_holes_25
 L no_two_adjacent_holes_26
 L no_two_adjacent_holes_27
 L no_two_adjacent_holes_28
 L no_two_adjacent_holes_29
 L no_two_adjacent_holes_30
 L no_two_adjacent_holes_31
 L no_two_adjacent_holes_32
 L no_two_adjacent_holes_33
 L no_two_adjacent_holes_34
 L no_two_adjacent_holes_35
 L no_two_adjacent_holes_36
 L no_two_adjacent_holes_37
 L no_two_adjacent_holes_38
 L no_two_adjacent_holes_39
 L no_two_adjacent_holes_40
 L no_two_adjacent_holes_41
 L no_two_adjacent_holes_42
 L no_two_adjacent_holes_43
 L no_two_adjacent_holes_44
 L no_two_adjacent_holes_45
 L no_two_adjacent_holes_46
 L no_two_adjacent_holes_47
 L no_two_adjacent_holes_48
 L no_two_adjacent_holes_49
 L no_two_adjacent_holes_50
 L no_two_adjacent_holes_51
 L no_two_adjacent_holes_52
 L no_two_adjacent_holes_53
 L no_two_adjacent_holes_54
 L no_two_adjacent_holes_55
 L no_two_adjacent_holes_56
 L no_two_adjacent_holes_57
 L no_two_adjacent_holes_58
 L no_two_adjacent_holes_59
 L no_two_adjacent_holes_60
COLUMNS
 MARKER 'MARKER' 'INTORG'
 hole_0_0 one_piece_a_cell_1 1
 hole_0_0 no_two_adjacent_holes_1 1
 hole_0_0 no_two_adjacent_holes_2 1
 hole_0_1 one_piece_a_cell_2 1
 hole_0_1 no_two_adjacent_holes_1 1
 hole_0_1 no_two_adjacent_holes_3 1
 hole_0_1 no_two_adjacent_holes_4 1
 hole_0_2 one_piece_a_cell_3 1
 hole_0_2 no_two_adjacent_holes_3 1
 hole_0_2 no_two_adjacent_holes_5 1
 hole_0_2 no_two_adjacent_holes_6 1
 hole_0_3 one_piece_a_cell_4 1
 hole_0_3 no_two_adjacent_holes_5 1
 hole_0_3 no_two_adjacent_holes_7 1
 hole_0_3 no_two_adjacent_holes_8 1
 hole_0_4 one_piece_a_cell_5 1
 hole_0_4 no_two_adjacent_holes_7 1
 hole_0_4 no_two_adjacent_holes_9 1
 hole_0_4 no_two_adjacent_holes_10 1
 hole_0_5 one_piece_a_cell_6 1
 hole_0_5 no_two_adjacent_holes_9 1
 hole_0_5 no_two_adjacent_holes_11 1
 hole_1_0 one_piece_a_cell_7 1
 hole_1_0 no_two_adjacent_holes_2 1
 hole_1_0 no_two_adjacent_holes_12 1
 hole_1_0 no_two_adjacent_holes_13 1
 hole_1_1 one_piece_a_cell_8 1
 hole_1_1 no_two_adjacent_holes_4 1
 hole_1_1 no_two_adjacent_holes_12 1
 hole_1_1 no_two_adjacent_holes_14 1
 hole_1_1 no_two_adjacent_holes_15 1
 hole_1_2 one_piece_a_cell_9 1
 hole_1_2 no_two_adjacent_holes_6 1
 hole_1_2 no_two_adjacent_holes_14 1
 hole_1_2 no_two_adjacent_holes_16 1
 hole_1_2 no_two_adjacent_holes_17 1
 hole_1_3 one_piece_a_cell_10 1
 hole_1_3 no_two_adjacent_holes_8 1
 hole_1_3 no_two_adjacent_holes_16 1
 hole_1_3 no_two_adjacent_holes_18 1
 hole_1_3 no_two_adjacent_holes_19 1
 hole_1_4 one_piece_a_cell_11 1
 hole_1_4 no_two_adjacent_holes_10 1
 hole_1_4 no_two_adjacent_holes_18 1
 hole_1_4 no_two_adjacent_holes_20 1
 hole_1_4 no_two_adjacent_holes_21 1
 hole_1_5 one_piece_a_cell_12 1
 hole_1_5 no_two_adjacent_holes_11 1
 hole_1_5 no_two_adjacent_holes_20 1
 hole_1_5 no_two_adjacent_holes_22 1
 hole_2_0 one_piece_a_cell_13 1
 hole_2_0 no_two_adjacent_holes_13 1
 hole_2_0 no_two_adjacent_holes_23 1
 hole_2_0 no_two_adjacent_holes_24 1
 hole_2_1 one_piece_a_cell_14 1
 hole_2_1 no_two_adjacent_holes_15 1
 hole_2_1 no_two_adjacent_holes_23 1
 hole_2_1 no_two_adjacent_holes_25 1
 hole_2_1 no_two_adjacent_holes_26 1
 hole_2_2 one_piece_a_cell_15 1
 hole_2_2 no_two_adjacent_holes_17 1
 hole_2_2 no_two_adjacent_holes_25 1
 hole_2_2 no_two_adjacent_holes_27 1
 hole_2_2 no_two_adjacent_holes_28 1
 hole_2_3 one_piece_a_cell_16 1
 hole_2_3 no_two_adjacent_holes_19 1
 hole_2_3 no_two_adjacent_holes_27 1
 hole_2_3 no_two_adjacent_holes_29 1
 hole_2_3 no_two_adjacent_holes_30 1
 hole_2_4 one_piece_a_cell_17 1
 hole_2_4 no_two_adjacent_holes_21 1
 hole_2_4 no_two_adjacent_holes_29 1
 hole_2_4 no_two_adjacent_holes_31 1
 hole_2_4 no_two_adjacent_holes_32 1
 hole_2_5 one_piece_a_cell_18 1
 hole_2_5 no_two_adjacent_holes_22 1
 hole_2_5 no_two_adjacent_holes_31 1
 hole_2_5 no_two_adjacent_holes_33 1
 hole_3_0 one_piece_a_cell_19 1
 hole_3_0 no_two_adjacent_holes_24 1
 hole_3_0 no_two_adjacent_holes_34 1
 hole_3_0 no_two_adjacent_holes_35 1
 hole_3_1 one_piece_a_cell_20 1
 hole_3_1 no_two_adjacent_holes_26 1
 hole_3_1 no_two_adjacent_holes_34 1
 hole_3_1 no_two_adjacent_holes_36 1
 hole_3_1 no_two_adjacent_holes_37 1
 hole_3_2 one_piece_a_cell_21 1
 hole_3_2 no_two_adjacent_holes_28 1
 hole_3_2 no_two_adjacent_holes_36 1
 hole_3_2 no_two_adjacent_holes_38 1
 hole_3_2 no_two_adjacent_holes_39 1
 hole_3_3 one_piece_a_cell_22 1
 hole_3_3 no_two_adjacent_holes_30 1
 hole_3_3 no_two_adjacent_holes_38 1
 hole_3_3 no_two_adjacent_holes_40 1
 hole_3_3 no_two_adjacent_holes_41 1
 hole_3_4 one_piece_a_cell_23 1
 hole_3_4 no_two_adjacent_holes_32 1
 hole_3_4 no_two_adjacent_holes_40 1
 hole_3_4 no_two_adjacent_holes_42 1
 hole_3_4 no_two_adjacent_holes_43 1
 hole_3_5 one_piece_a_cell_24 1
 hole_3_5 no_two_adjacent_holes_33 1
 hole_3_5 no_two_adjacent_holes_42 1
 hole_3_5 no_two_adjacent_holes_44 1
 hole_4_0 one_piece_a_cell_25 1
 hole_4_0 no_two_adjacent_holes_35 1
 hole_4_0 no_two_adjacent_holes_45 1
 hole_4_0 no_two_adjacent_holes_46 1
 hole_4_1 one_piece_a_cell_26 1
 hole_4_1 no_two_adjacent_holes_37 1
 hole_4_1 no_two_adjacent_holes_45 1
 hole_4_1 no_two_adjacent_holes_47 1
 hole_4_1 no_two_adjacent_holes_48 1
 hole_4_2 one_piece_a_cell_27 1
 hole_4_2 no_two_adjacent_holes_39 1
 hole_4_2 no_two_adjacent_holes_47 1
 hole_4_2 no_two_adjacent_holes_49 1
 hole_4_2 no_two_adjacent_holes_50 1
 hole_4_3 one_piece_a_cell_28 1
 hole_4_3 no_two_adjacent_holes_41 1
 hole_4_3 no_two_adjacent_holes_49 1
 hole_4_3 no_two_adjacent_holes_51 1
 hole_4_3 no_two_adjacent_holes_52 1
 hole_4_4 one_piece_a_cell_29 1
 hole_4_4 no_two_adjacent_holes_43 1
 hole_4_4 no_two_adjacent_holes_51 1
 hole_4_4 no_two_adjacent_holes_53 1
 hole_4_4 no_two_adjacent_holes_54 1
 hole_4_5 one_piece_a_cell_30 1
 hole_4_5 no_two_adjacent_holes_44 1
 hole_4_5 no_two_adjacent_holes_53 1
 hole_4_5 no_two_adjacent_holes_55 1
 hole_5_0 one_piece_a_cell_31 1
 hole_5_0 no_two_adjacent_holes_46 1
 hole_5_0 no_two_adjacent_holes_56 1
 hole_5_1 one_piece_a_cell_32 1
 hole_5_1 no_two_adjacent_holes_48 1
 hole_5_1 no_two_adjacent_holes_56 1
 hole_5_1 no_two_adjacent_holes_57 1
 hole_5_2 one_piece_a_cell_33 1
 hole_5_2 no_two_adjacent_holes_50 1
 hole_5_2 no_two_adjacent_holes_57 1
 hole_5_2 no_two_adjacent_holes_58 1
 hole_5_3 one_piece_a_cell_34 1
 hole_5_3 no_two_adjacent_holes_52 1
 hole_5_3 no_two_adjacent_holes_58 1
 hole_5_3 no_two_adjacent_holes_59 1
 hole_5_4 one_piece_a_cell_35 1
 hole_5_4 no_two_adjacent_holes_54 1
 hole_5_4 no_two_adjacent_holes_59 1
 hole_5_4 no_two_adjacent_holes_60 1
 hole_5_5 one_piece_a_cell_36 1
 hole_5_5 no_two_adjacent_holes_55 1
 hole_5_5 no_two_adjacent_holes_60 1
 domino_h_0_0 obj 1
 domino_h_0_0 one_piece_a_cell_1 1
 domino_h_0_0 one_piece_a_cell_2 1
 domino_h_0_1 obj 1
 domino_h_0_1 one_piece_a_cell_2 1
 domino_h_0_1 one_piece_a_cell_3 1
 domino_h_0_2 obj 1
 domino_h_0_2 one_piece_a_cell_3 1
 domino_h_0_2 one_piece_a_cell_4 1
 domino_h_0_3 obj 1
 domino_h_0_3 one_piece_a_cell_4 1
 domino_h_0_3 one_piece_a_cell_5 1
 domino_h_0_4 obj 1
 domino_h_0_4 one_piece_a_cell_5 1
 domino_h_0_4 one_piece_a_cell_6 1
 domino_h_1_0 obj 1
 domino_h_1_0 one_piece_a_cell_7 1
 domino_h_1_0 one_piece_a_cell_8 1
 domino_h_1_1 obj 1
 domino_h_1_1 one_piece_a_cell_8 1
 domino_h_1_1 one_piece_a_cell_9 1
 domino_h_1_2 obj 1
 domino_h_1_2 one_piece_a_cell_9 1
 domino_h_1_2 one_piece_a_cell_10 1
 domino_h_1_3 obj 1
 domino_h_1_3 one_piece_a_cell_10 1
 domino_h_1_3 one_piece_a_cell_11 1
 domino_h_1_4 obj 1
 domino_h_1_4 one_piece_a_cell_11 1
 domino_h_1_4 one_piece_a_cell_12 1
 domino_h_2_0 obj 1
 domino_h_2_0 one_piece_a_cell_13 1
 domino_h_2_0 one_piece_a_cell_14 1
 domino_h_2_1 obj 1
 domino_h_2_1 one_piece_a_cell_14 1
 domino_h_2_1 one_piece_a_cell_15 1
 domino_h_2_2 obj 1
 domino_h_2_2 one_piece_a_cell_15 1
 domino_h_2_2 one_piece_a_cell_16 1
 domino_h_2_3 obj 1
 domino_h_2_3 one_piece_a_cell_16 1
 domino_h_2_3 one_piece_a_cell_17 1
 domino_h_2_4 obj 1
 domino_h_2_4 one_piece_a_cell_17 1
 domino_h_2_4 one_piece_a_cell_18 1
 domino_h_3_0 obj 1
 domino_h_3_0 one_piece_a_cell_19 1
 domino_h_3_0 one_piece_a_cell_20 1
 domino_h_3_1 obj 1
 domino_h_3_1 one_piece_a_cell_20 1
 domino_h_3_1 one_piece_a_cell_21 1
 domino_h_3_2 obj 1
 domino_h_3_2 one_piece_a_cell_21 1
 domino_h_3_2 one_piece_a_cell_22 1
 domino_h_3_3 obj 1
 domino_h_3_3 one_piece_a_cell_22 1
 domino_h_3_3 one_piece_a_cell_23 1
 domino_h_3_4 obj 1
 domino_h_3_4 one_piece_a_cell_23 1
 domino_h_3_4 one_piece_a_cell_24 1
 domino_h_4_0 obj 1
 domino_h_4_0 one_piece_a_cell_25 1
 domino_h_4_0 one_piece_a_cell_26 1
 domino_h_4_1 obj 1
 domino_h_4_1 one_piece_a_cell_26 1
 domino_h_4_1 one_piece_a_cell_27 1
 domino_h_4_2 obj 1
 domino_h_4_2 one_piece_a_cell_27 1
 domino_h_4_2 one_piece_a_cell_28 1
 domino_h_4_3 obj 1
 domino_h_4_3 one_piece_a_cell_28 1
 domino_h_4_3 one_piece_a_cell_29 1
 domino_h_4_4 obj 1
 domino_h_4_4 one_piece_a_cell_29 1
 domino_h_4_4 one_piece_a_cell_30 1
 domino_h_5_0 obj 1
 domino_h_5_0 one_piece_a_cell_31 1
 domino_h_5_0 one_piece_a_cell_32 1
 domino_h_5_1 obj 1
 domino_h_5_1 one_piece_a_cell_32 1
 domino_h_5_1 one_piece_a_cell_33 1
 domino_h_5_2 obj 1
 domino_h_5_2 one_piece_a_cell_33 1
 domino_h_5_2 one_piece_a_cell_34 1
 domino_h_5_3 obj 1
 domino_h_5_3 one_piece_a_cell_34 1
 domino_h_5_3 one_piece_a_cell_35 1
 domino_h_5_4 obj 1
 domino_h_5_4 one_piece_a_cell_35 1
 domino_h_5_4 one_piece_a_cell_36 1
 domino_v_0_0 obj 1
 domino_v_0_0 one_piece_a_cell_1 1
 domino_v_0_0 one_piece_a_cell_7 1
 domino_v_0_1 obj 1
 domino_v_0_1 one_piece_a_cell_2 1
 domino_v_0_1 one_piece_a_cell_8 1
 domino_v_0_2 obj 1
 domino_v_0_2 one_piece_a_cell_3 1
 domino_v_0_2 one_piece_a_cell_9 1
 domino_v_0_3 obj 1
 domino_v_0_3 one_piece_a_cell_4 1
 domino_v_0_3 one_piece_a_cell_10 1
 domino_v_0_4 obj 1
 domino_v_0_4 one_piece_a_cell_5 1
 domino_v_0_4 one_piece_a_cell_11 1
 domino_v_0_5 obj 1
 domino_v_0_5 one_piece_a_cell_6 1
 domino_v_0_5 one_piece_a_cell_12 1
 domino_v_1_0 obj 1
 domino_v_1_0 one_piece_a_cell_7 1
 domino_v_1_0 one_piece_a_cell_13 1
 domino_v_1_1 obj 1
 domino_v_1_1 one_piece_a_cell_8 1
 domino_v_1_1 one_piece_a_cell_14 1
 domino_v_1_2 obj 1
 domino_v_1_2 one_piece_a_cell_9 1
 domino_v_1_2 one_piece_a_cell_15 1
 domino_v_1_3 obj 1
 domino_v_1_3 one_piece_a_cell_10 1
 domino_v_1_3 one_piece_a_cell_16 1
 domino_v_1_4 obj 1
 domino_v_1_4 one_piece_a_cell_11 1
 domino_v_1_4 one_piece_a_cell_17 1
 domino_v_1_5 obj 1
 domino_v_1_5 one_piece_a_cell_12 1
 domino_v_1_5 one_piece_a_cell_18 1
 domino_v_2_0 obj 1
 domino_v_2_0 one_piece_a_cell_13 1
 domino_v_2_0 one_piece_a_cell_19 1
 domino_v_2_1 obj 1
 domino_v_2_1 one_piece_a_cell_14 1
 domino_v_2_1 one_piece_a_cell_20 1
 domino_v_2_2 obj 1
 domino_v_2_2 one_piece_a_cell_15 1
 domino_v_2_2 one_piece_a_cell_21 1
 domino_v_2_3 obj 1
 domino_v_2_3 one_piece_a_cell_16 1
 domino_v_2_3 one_piece_a_cell_22 1
 domino_v_2_4 obj 1
 domino_v_2_4 one_piece_a_cell_17 1
 domino_v_2_4 one_piece_a_cell_23 1
 domino_v_2_5 obj 1
 domino_v_2_5 one_piece_a_cell_18 1
 domino_v_2_5 one_piece_a_cell_24 1
 domino_v_3_0 obj 1
 domino_v_3_0 one_piece_a_cell_19 1
 domino_v_3_0 one_piece_a_cell_25 1
 domino_v_3_1 obj 1
 domino_v_3_1 one_piece_a_cell_20 1
 domino_v_3_1 one_piece_a_cell_26 1
 domino_v_3_2 obj 1
 domino_v_3_2 one_piece_a_cell_21 1
 domino_v_3_2 one_piece_a_cell_27 1
 domino_v_3_3 obj 1
 domino_v_3_3 one_piece_a_cell_22 1
 domino_v_3_3 one_piece_a_cell_28 1
 domino_v_3_4 obj 1
 domino_v_3_4 one_piece_a_cell_23 1
 domino_v_3_4 one_piece_a_cell_29 1
 domino_v_3_5 obj 1
 domino_v_3_5 one_piece_a_cell_24 1
 domino_v_3_5 one_piece_a_cell_30 1
 domino_v_4_0 obj 1
 domino_v_4_0 one_piece_a_cell_25 1
 domino_v_4_0 one_piece_a_cell_31 1
 domino_v_4_1 obj 1
 domino_v_4_1 one_piece_a_cell_26 1
 domino_v_4_1 one_piece_a_cell_32 1
 domino_v_4_2 obj 1
 domino_v_4_2 one_piece_a_cell_27 1
 domino_v_4_2 one_piece_a_cell_33 1
 domino_v_4_3 obj 1
 domino_v_4_3 one_piece_a_cell_28 1
 domino_v_4_3 one_piece_a_cell_34 1
 domino_v_4_4 obj 1
 domino_v_4_4 one_piece_a_cell_29 1
 domino_v_4_4 one_piece_a_cell_35 1
 domino_v_4_5 obj 1
 domino_v_4_5 one_piece_a_cell_30 1
 domino_v_4_5 one_piece_a_cell_36 1
 MARKER 'MARKER' 'INTEND'
RHS
 RHS one_piece_a_cell_1 1
 RHS one_piece_a_cell_2 1
 RHS one_piece_a_cell_3 1
 RHS one_piece_a_cell_4 1
 RHS one_piece_a_cell_5 1
 RHS one_piece_a_cell_6 1
 RHS one_piece_a_cell_7 1
 RHS one_piece_a_cell_8 1
 RHS one_piece_a_cell_9 1
 RHS one_piece_a_cell_10 1
 RHS one_piece_a_cell_11 1
 RHS one_piece_a_cell_12 1
 RHS one_piece_a_cell_13 1
 RHS one_piece_a_cell_14 1
 RHS one_piece_a_cell_15 1
 RHS one_piece_a_cell_16 1
 RHS one_piece_a_cell_17 1
 RHS one_piece_a_cell_18 1
 RHS one_piece_a_cell_19 1
 RHS one_piece_a_cell_20 1
 RHS one_piece_a_cell_21 1
 RHS one_piece_a_cell_22 1
 RHS one_piece_a_cell_23 1
 RHS one_piece_a_cell_24 1
 RHS one_piece_a_cell_25 1
 RHS one_piece_a_cell_26 1
 RHS one_piece_a_cell_27 1
 RHS one_piece_a_cell_28 1
 RHS one_piece_a_cell_29 1
 RHS one_piece_a_cell_30 1
 RHS one_piece_a_cell_31 1
 RHS one_piece_a_cell_32 1
 RHS one_piece_a_cell_33 1
 RHS one_piece_a_cell_34 1
 RHS one_piece_a_cell_35 1
 RHS one_piece_a_cell_36 1
 RHS no_two_adjacent_holes_1 1
 RHS no_two_adjacent_holes_2 1
 RHS no_two_adjacent_holes_3 1
 RHS no_two_adjacent_holes_4 1
 RHS no_two_adjacent_holes_5 1
 RHS no_two_adjacent_holes_6 1
 RHS no_two_adjacent_holes_7 1
 RHS no_two_adjacent_holes_8 1
 RHS no_two_adjacent_holes_9 1
 RHS no_two_adjacent_holes_10 1
 RHS no_two_adjacent_holes_11 1
 RHS no_two_adjacent_holes_12 1
 RHS no_two_adjacent_holes_13 1
 RHS no_two_adjacent_holes_14 1
 RHS no_two_adjacent_holes_15 1
 RHS no_two_adjacent_holes_16 1
 RHS no_two_adjacent_holes_17 1
 RHS no_two_adjacent_holes_18 1
 RHS no_two_adjacent_holes_19 1
 RHS no_two_adjacent_holes_20 1
 RHS no_two_adjacent_holes_21 1
 RHS no_two_adjacent_holes_22 1
 RHS no_two_adjacent_holes_23 1
 RHS no_two_adjacent_holes_24 1
 RHS no_two_adjacent_holes_25 1
 RHS no_two_adjacent_holes_26 1
 RHS no_two_adjacent_holes_27 1
 RHS no_two_adjacent_holes_28 1
 RHS no_two_adjacent_holes_29 1
 RHS no_two_adjacent_holes_30 1
 RHS no_two_adjacent_holes_31 1
 RHS no_two_adjacent_holes_32 1
 RHS no_two_adjacent_holes_33 1
 RHS no_two_adjacent_holes_34 1
 RHS no_two_adjacent_holes_35 1
 RHS no_two_adjacent_holes_36 1
 RHS no_two_adjacent_holes_37 1
 RHS no_two_adjacent_holes_38 1
 RHS no_two_adjacent_holes_39 1
 RHS no_two_adjacent_holes_40 1
 RHS no_two_adjacent_holes_41 1
 RHS no_two_adjacent_holes_42 1
 RHS no_two_adjacent_holes_43 1
 RHS no_two_adjacent_holes_44 1
 RHS no_two_adjacent_holes_45 1
 RHS no_two_adjacent_holes_46 1
 RHS no_two_adjacent_holes_47 1
 RHS no_two_adjacent_holes_48 1
 RHS no_two_adjacent_holes_49 1
 RHS no_two_adjacent_holes_50 1
 RHS no_two_adjacent_holes_51 1
 RHS no_two_adjacent_holes_52 1
 RHS no_two_adjacent_holes_53 1
 RHS no_two_adjacent_holes_54 1
 RHS no_two_adjacent_holes_55 1
 RHS no_two_adjacent_holes_56 1
 RHS no_two_adjacent_holes_57 1
 RHS no_two_adjacent_holes_58 1
 RHS no_two_adjacent_holes_59 1
 RHS no_two_adjacent_holes_60 1
BOUNDS
 BV BND hole_0_0
 BV BND hole_0_1
 BV BND hole_0_2
 BV BND hole_0_3
 BV BND hole_0_4
 BV BND hole_0_5
 BV BND hole_1_0
 BV BND hole_1_1
 BV BND hole_1_2
 BV BND hole_1_3
 BV BND hole_1_4
 BV BND hole_1_5
 BV BND hole_2_0
 BV BND hole_2_1
 BV BND hole_2_2
 BV BND hole_2_3
 BV BND hole_2_4
 BV BND hole_2_5
 BV BND hole_3_0
 BV BND hole_3_1
 BV BND hole_3_2
 BV BND hole_3_3
 BV BND hole_3_4
 BV BND hole_3_5
 BV BND hole_4_0
 BV BND hole_4_1
 BV BND hole_4_2
 BV BND hole_4_3
 BV BND hole_4_4
 BV BND hole_4_5
 BV BND hole_5_0
 BV BND hole_5_1
 BV BND hole_5_2
 BV BND hole_5_3
 BV BND hole_5_4
 BV BND hole_5_5
 BV BND domino_h_0_0
 BV BND domino_h_0_1
 BV BND domino_h_0_2
 BV BND domino_h_0_3
 BV BND domino_h_0_4
 BV BND domino_h_1_0
 BV BND domino_h_1_1
 BV BND domino_h_1_2
 BV BND domino_h_1_3
 BV BND domino_h_1_4
 BV BND domino_h_2_0
 BV BND domino_h_2_1
 BV BND domino_h_2_2
 BV BND domino_h_2_3
 BV BND domino_h_2_4
 BV BND domino_h_3_0
 BV BND domino_h_3_1
 BV BND domino_h_3_2
 BV BND domino_h_3_3
 BV BND domino_h_3_4
 BV BND domino_h_4_0
 BV BND domino_h_4_1
 BV BND domino_h_4_2
 BV BND domino_h_4_3
 BV BND domino_h_4_4
 BV BND domino_h_5_0
 BV BND domino_h_5_1
 BV BND domino_h_5_2
 BV BND domino_h_5_3
 BV BND domino_h_5_4
 BV BND domino_v_0_0
 BV BND domino_v_0_1
 BV BND domino_v_0_2
 BV BND domino_v_0_3
 BV BND domino_v_0_4
 BV BND domino_v_0_5
 BV BND domino_v_1_0
 BV BND domino_v_1_1
 BV BND domino_v_1_2
 BV BND domino_v_1_3
 BV BND domino_v_1_4
 BV BND domino_v_1_5
 BV BND domino_v_2_0
 BV BND domino_v_2_1
 BV BND domino_v_2_2
 BV BND domino_v_2_3
 BV BND domino_v_2_4
 BV BND domino_v_2_5
 BV BND domino_v_3_0
 BV BND domino_v_3_1
 BV BND domino_v_3_2
 BV BND domino_v_3_3
 BV BND domino_v_3_4
 BV BND domino_v_3_5
 BV BND domino_v_4_0
 BV BND domino_v_4_1
 BV BND domino_v_4_2
 BV BND domino_v_4_3
 BV BND domino_v_4_4
 BV BND domino_v_4_5
ENDATA
