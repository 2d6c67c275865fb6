namespace RgPolicy.Dbms.Tests.PostgreSql.QuerySets;

public sealed class MeasuredRowsTests
{
    [Fact]
    public void InPlaceOfEstimates_OperatorsWithMeasuredRows_HaveThemAsTheirEstimates() =>
        Assert.Equal(
            """[{"Plan":{"Node Type":"Sort","Plan Rows":7,"Plans":[{"Node Type":"Seq Scan","Plan Rows":0}]},"Execution Time":2}]""",
            MeasuredRows.InPlaceOfEstimates(
                """
                [{"Plan": {"Node Type": "Sort", "Plan Rows": 1, "Actual Rows": 7, "Actual Loops": 1, "Plans": [
                  {"Node Type": "Seq Scan", "Plan Rows": 900, "Actual Rows": 0, "Actual Loops": 0, "Rows Removed by Filter": 3}]},
                  "Execution Time": 2}]
                """
            )
        );
}
