using RgPolicy.Dbms.PostgreSql.Sql;

namespace RgPolicy.Dbms.Tests.PostgreSql.Sql;

public sealed class StatementBatchTests
{
    [Theory]
    [InlineData("SELECT 1", "SELECT 1")]
    [InlineData("SELECT 1; SELECT 2 ;", "SELECT 1|SELECT 2")]
    [InlineData(";; /* a */ SELECT ';' -- ;\n; SELECT \"a;b\" , $$;$$", "SELECT ';'|SELECT \"a;b\" , $$;$$")]
    [InlineData("SELECT 1 /* ; */ + 2", "SELECT 1 /* ; */ + 2")]
    [InlineData(" ; -- nothing", "")]
    [InlineData("", "")]
    public void Cut_Text_HoldsEachStatementAsItIsWritten(string text, string expected) =>
        Assert.Equal(expected, string.Join('|', StatementBatch.Cut(text)));
}
