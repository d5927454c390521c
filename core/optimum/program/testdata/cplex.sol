<?xml version = "1.0" encoding="UTF-8" standalone="yes"?>
<CPLEXSolution version="1.2">
 <header
   problemName="m.lp"
   solutionName="incumbent"
   solutionIndex="-1"
   objectiveValue="66982"
   solutionTypeValue="3"
   solutionTypeString="primal"
   solutionStatusValue="101"
   solutionStatusString="integer optimal solution"
   solutionMethodString="mip"
   primalFeasible="1"
   dualFeasible="1"
   MIPNodes="0"
   MIPIterations="100"
   writeLevel="1"/>
 <quality
   epInt="1.0000000000000001e-05"
   epRHS="9.9999999999999995e-07"
   maxIntInfeas="2.2204460492503131e-16"
   maxPrimalInfeas="2.2204460492503131e-16"
   maxX="1"
   maxSlack="16"/>
 <linearConstraints>
  <constraint name="j0" index="0" slack="0"/>
  <constraint name="j1" index="1" slack="0"/>
  <constraint name="j2" index="2" slack="0"/>
  <constraint name="j3" index="3" slack="2.2204460492503131e-16"/>
  <constraint name="j4" index="4" slack="0"/>
  <constraint name="j5" index="5" slack="0"/>
  <constraint name="j6" index="6" slack="0"/>
  <constraint name="t0" index="7" slack="4.4408920985006262e-16"/>
  <constraint name="t1" index="8" slack="4.4408920985006262e-16"/>
  <constraint name="t2" index="9" slack="0"/>
  <constraint name="t3" index="10" slack="0"/>
  <constraint name="t4" index="11" slack="0"/>
  <constraint name="t5" index="12" slack="0"/>
  <constraint name="t6" index="13" slack="0"/>
  <constraint name="t7" index="14" slack="0"/>
  <constraint name="t8" index="15" slack="0"/>
  <constraint name="t9" index="16" slack="0"/>
  <constraint name="t10" index="17" slack="5"/>
  <constraint name="t11" index="18" slack="0"/>
  <constraint name="t12" index="19" slack="0"/>
  <constraint name="t13" index="20" slack="0"/>
  <constraint name="t14" index="21" slack="0"/>
  <constraint name="t15" index="22" slack="0"/>
  <constraint name="t16" index="23" slack="0"/>
  <constraint name="t17" index="24" slack="0"/>
  <constraint name="t18" index="25" slack="1"/>
  <constraint name="t19" index="26" slack="1"/>
  <constraint name="t20" index="27" slack="1"/>
  <constraint name="t21" index="28" slack="1"/>
  <constraint name="t22" index="29" slack="8"/>
  <constraint name="t23" index="30" slack="8"/>
  <constraint name="t24" index="31" slack="8"/>
  <constraint name="t25" index="32" slack="8"/>
  <constraint name="t26" index="33" slack="8"/>
  <constraint name="t27" index="34" slack="8"/>
  <constraint name="t28" index="35" slack="8"/>
  <constraint name="t29" index="36" slack="16"/>
  <constraint name="t30" index="37" slack="16"/>
  <constraint name="t31" index="38" slack="16"/>
  <constraint name="t32" index="39" slack="16"/>
 </linearConstraints>
 <variables>
  <variable name="x0_2" index="0" value="0"/>
  <variable name="x0_3" index="1" value="0"/>
  <variable name="x0_4" index="2" value="0"/>
  <variable name="x0_5" index="3" value="0"/>
  <variable name="x0_6" index="4" value="-0"/>
  <variable name="x0_7" index="5" value="0"/>
  <variable name="x0_8" index="6" value="-0"/>
  <variable name="x0_9" index="7" value="-0"/>
  <variable name="x0_10" index="8" value="-0"/>
  <variable name="x0_11" index="9" value="1"/>
  <variable name="x0_12" index="10" value="-0"/>
  <variable name="x0_13" index="11" value="-0"/>
  <variable name="x0_14" index="12" value="-0"/>
  <variable name="x0_15" index="13" value="-0"/>
  <variable name="x0_16" index="14" value="-0"/>
  <variable name="x0_17" index="15" value="0"/>
  <variable name="x0_18" index="16" value="-0"/>
  <variable name="x0_19" index="17" value="-0"/>
  <variable name="x0_20" index="18" value="-0"/>
  <variable name="x0_21" index="19" value="-0"/>
  <variable name="x0_22" index="20" value="-0"/>
  <variable name="x1_9" index="21" value="0"/>
  <variable name="x1_10" index="22" value="-0"/>
  <variable name="x1_11" index="23" value="-0"/>
  <variable name="x1_12" index="24" value="1"/>
  <variable name="x1_13" index="25" value="-0"/>
  <variable name="x1_14" index="26" value="-0"/>
  <variable name="x1_15" index="27" value="0"/>
  <variable name="x1_16" index="28" value="-0"/>
  <variable name="x1_17" index="29" value="-0"/>
  <variable name="x1_18" index="30" value="-0"/>
  <variable name="x1_19" index="31" value="-0"/>
  <variable name="x1_20" index="32" value="-0"/>
  <variable name="x1_21" index="33" value="-0"/>
  <variable name="x1_22" index="34" value="-0"/>
  <variable name="x1_23" index="35" value="-0"/>
  <variable name="x1_24" index="36" value="-0"/>
  <variable name="x1_25" index="37" value="-0"/>
  <variable name="x1_26" index="38" value="-0"/>
  <variable name="x1_27" index="39" value="-0"/>
  <variable name="x1_28" index="40" value="-0"/>
  <variable name="x2_2" index="41" value="1"/>
  <variable name="x2_3" index="42" value="0"/>
  <variable name="x2_4" index="43" value="0"/>
  <variable name="x2_5" index="44" value="0"/>
  <variable name="x2_6" index="45" value="0"/>
  <variable name="x2_7" index="46" value="0"/>
  <variable name="x2_8" index="47" value="-0"/>
  <variable name="x2_9" index="48" value="-0"/>
  <variable name="x2_10" index="49" value="-0"/>
  <variable name="x2_11" index="50" value="-0"/>
  <variable name="x2_12" index="51" value="-0"/>
  <variable name="x2_13" index="52" value="-0"/>
  <variable name="x2_14" index="53" value="-0"/>
  <variable name="x2_15" index="54" value="-0"/>
  <variable name="x2_16" index="55" value="-0"/>
  <variable name="x2_17" index="56" value="-0"/>
  <variable name="x2_18" index="57" value="-0"/>
  <variable name="x2_19" index="58" value="-0"/>
  <variable name="x2_20" index="59" value="-0"/>
  <variable name="x2_21" index="60" value="-0"/>
  <variable name="x2_22" index="61" value="-0"/>
  <variable name="x2_23" index="62" value="-0"/>
  <variable name="x2_24" index="63" value="-0"/>
  <variable name="x2_25" index="64" value="-0"/>
  <variable name="x3_0" index="65" value="0.99999999999999978"/>
  <variable name="x3_1" index="66" value="0"/>
  <variable name="x3_2" index="67" value="0"/>
  <variable name="x3_3" index="68" value="0"/>
  <variable name="x3_4" index="69" value="0"/>
  <variable name="x3_5" index="70" value="0"/>
  <variable name="x3_6" index="71" value="-0"/>
  <variable name="x3_7" index="72" value="0"/>
  <variable name="x3_8" index="73" value="-0"/>
  <variable name="x3_9" index="74" value="-0"/>
  <variable name="x3_10" index="75" value="-0"/>
  <variable name="x3_11" index="76" value="-0"/>
  <variable name="x3_12" index="77" value="-0"/>
  <variable name="x3_13" index="78" value="-0"/>
  <variable name="x3_14" index="79" value="-0"/>
  <variable name="x3_15" index="80" value="-0"/>
  <variable name="x3_16" index="81" value="-0"/>
  <variable name="x3_17" index="82" value="-0"/>
  <variable name="x3_18" index="83" value="0"/>
  <variable name="x3_19" index="84" value="-0"/>
  <variable name="x3_20" index="85" value="-0"/>
  <variable name="x3_21" index="86" value="-0"/>
  <variable name="x3_22" index="87" value="-0"/>
  <variable name="x4_9" index="88" value="1"/>
  <variable name="x4_10" index="89" value="0"/>
  <variable name="x4_11" index="90" value="-0"/>
  <variable name="x4_12" index="91" value="-0"/>
  <variable name="x4_13" index="92" value="-0"/>
  <variable name="x4_14" index="93" value="-0"/>
  <variable name="x4_15" index="94" value="-0"/>
  <variable name="x4_16" index="95" value="-0"/>
  <variable name="x4_17" index="96" value="-0"/>
  <variable name="x4_18" index="97" value="-0"/>
  <variable name="x4_19" index="98" value="-0"/>
  <variable name="x4_20" index="99" value="-0"/>
  <variable name="x4_21" index="100" value="-0"/>
  <variable name="x4_22" index="101" value="-0"/>
  <variable name="x4_23" index="102" value="-0"/>
  <variable name="x4_24" index="103" value="-0"/>
  <variable name="x4_25" index="104" value="-0"/>
  <variable name="x4_26" index="105" value="-0"/>
  <variable name="x4_27" index="106" value="-0"/>
  <variable name="x4_28" index="107" value="-0"/>
  <variable name="x4_29" index="108" value="-0"/>
  <variable name="x4_30" index="109" value="-0"/>
  <variable name="x5_9" index="110" value="-0"/>
  <variable name="x5_10" index="111" value="0"/>
  <variable name="x5_11" index="112" value="0"/>
  <variable name="x5_12" index="113" value="0"/>
  <variable name="x5_13" index="114" value="-0"/>
  <variable name="x5_14" index="115" value="-0"/>
  <variable name="x5_15" index="116" value="-0"/>
  <variable name="x5_16" index="117" value="0"/>
  <variable name="x5_17" index="118" value="1"/>
  <variable name="x5_18" index="119" value="-0"/>
  <variable name="x5_19" index="120" value="-0"/>
  <variable name="x5_20" index="121" value="-0"/>
  <variable name="x5_21" index="122" value="-0"/>
  <variable name="x6_0" index="123" value="0"/>
  <variable name="x6_1" index="124" value="0"/>
  <variable name="x6_2" index="125" value="-0"/>
  <variable name="x6_3" index="126" value="0"/>
  <variable name="x6_4" index="127" value="0"/>
  <variable name="x6_5" index="128" value="0"/>
  <variable name="x6_6" index="129" value="-0"/>
  <variable name="x6_7" index="130" value="0"/>
  <variable name="x6_8" index="131" value="-0"/>
  <variable name="x6_9" index="132" value="0"/>
  <variable name="x6_10" index="133" value="-0"/>
  <variable name="x6_11" index="134" value="-0"/>
  <variable name="x6_12" index="135" value="1"/>
  <variable name="x6_13" index="136" value="0"/>
  <variable name="x6_14" index="137" value="0"/>
  <variable name="x6_15" index="138" value="0"/>
  <variable name="x6_16" index="139" value="0"/>
  <variable name="x6_17" index="140" value="-0"/>
  <variable name="x6_18" index="141" value="0"/>
  <variable name="x6_19" index="142" value="-0"/>
  <variable name="x6_20" index="143" value="-0"/>
  <variable name="x6_21" index="144" value="-0"/>
  <variable name="x6_22" index="145" value="-0"/>
  <variable name="x6_23" index="146" value="-0"/>
  <variable name="x6_24" index="147" value="-0"/>
  <variable name="x6_25" index="148" value="-0"/>
  <variable name="x6_26" index="149" value="-0"/>
  <variable name="x6_27" index="150" value="-0"/>
 </variables>
</CPLEXSolution>
