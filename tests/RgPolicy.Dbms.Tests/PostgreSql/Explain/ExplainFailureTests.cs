using Npgsql;
using RgPolicy.Dbms.PostgreSql.Explain;
using RgPolicy.Plans;

namespace RgPolicy.Dbms.Tests.PostgreSql.Explain;

public sealed class ExplainFailureTests
{
    [Theory]
    [InlineData("22P02", "invalid input syntax for type integer: \"4111-1111\"")]
    [InlineData("22007", "invalid input syntax for type date: \"4111-1111\"")]
    [InlineData("2201B", "invalid regular expression: 4111-1111(")]
    public void Answer_MessageQuotesAConstant_GivesTheStateAlone(string state, string message)
    {
        var error = new PostgresException(message, "ERROR", "ERROR", state);

        var answer = ExplainFailure.Answer(error, StatementKind.Select, TimeSpan.FromMinutes(1));

        Assert.Equal($"the server cannot explain it (SQLSTATE {state})", answer.Facts?.Source);
    }
}
