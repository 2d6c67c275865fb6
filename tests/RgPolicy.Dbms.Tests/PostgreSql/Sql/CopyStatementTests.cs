using RgPolicy.Dbms.PostgreSql.Sql;

namespace RgPolicy.Dbms.Tests.PostgreSql.Sql;

public sealed class CopyStatementTests
{
    [Theory]
    [InlineData("COPY (SELECT a FROM (SELECT 1) t) TO STDOUT", "SELECT a FROM (SELECT 1) t")]
    [InlineData("copy t to stdout", "SELECT * FROM t")]
    [InlineData("COPY public.\"To\" (a, b) TO STDOUT WITH CSV", "SELECT * FROM public.\"To\"")]
    [InlineData("COPY t FROM STDIN", null)]
    [InlineData("COPY t (a) FROM '/x' WHERE b IN (SELECT 1)", null)]
    [InlineData("COPY (SELECT 1", null)]
    [InlineData("COPY", null)]
    public void Read_Copy_IsWhatItReads(string text, string? expected) =>
        Assert.Equal(expected, CopyStatement.Read(text));
}
