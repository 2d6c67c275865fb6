using RgPolicy.Dbms.PostgreSql.Explain.Batches;

namespace RgPolicy.Dbms.Tests.PostgreSql.Explain.Batches;

public sealed class QueryIdentifierTests
{
    [Theory]
    [InlineData(
        """[{"Plan": {"Output": ["'Query Identifier: 5'"], "Query Identifier": 6}, "Query Identifier": -7}]""",
        -7L
    )]
    [InlineData("""[{"Plan": {"Query Identifier": 6}}]""", null)]
    [InlineData("""[{"Plan": {}, "Query Identifier": 1}, {"Plan": {}, "Query Identifier": 2}]""", null)]
    [InlineData("""{"Query Identifier": 1}""", null)]
    [InlineData("[1]", null)]
    [InlineData("[{", null)]
    [InlineData("", null)]
    public void Read_Plan_IsThatOfItsOnlyStatement(string plan, long? expected) =>
        Assert.Equal(expected, QueryIdentifier.Read(plan));

    [Fact]
    public void Read_PlanAsDeepAsItsText_DoesNotFail()
    {
        Assert.Equal(3, QueryIdentifier.Read(Nested(300)));
        Assert.Null(QueryIdentifier.Read(Nested(5000)));
    }

    private static string Nested(int depth) =>
        $"[{{\"Plan\": {string.Concat(Enumerable.Repeat("{\"Plans\": [", depth))}1{string.Concat(Enumerable.Repeat("]}", depth))}, \"Query Identifier\": 3}}]";
}
