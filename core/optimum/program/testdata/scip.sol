objective value:                                66982
x0_11                                               1 	(obj:10360)
x1_12                                               1 	(obj:15512)
x2_2                                                1 	(obj:7210)
x3_0                                                1 	(obj:2402)
x4_9                                                1 	(obj:11727)
x5_17                                               1 	(obj:17752)
x6_12                                               1 	(obj:2019)
