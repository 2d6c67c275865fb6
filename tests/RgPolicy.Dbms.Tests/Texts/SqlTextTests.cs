using RgPolicy.Dbms.Texts;

namespace RgPolicy.Dbms.Tests.Texts;

public sealed class SqlTextTests
{
    [Theory]
    [InlineData("SELECT 1", "SELECT 1")]
    [InlineData("SELECT 1; SELECT 2 ;", "SELECT 1|SELECT 2")]
    [InlineData(";; /* a */ SELECT ';' -- ;\n; SELECT \"a;b\" , $$;$$", "SELECT ';'|SELECT \"a;b\" , $$;$$")]
    [InlineData("SELECT 1 /* ; */ + 2", "SELECT 1 /* ; */ + 2")]
    [InlineData(" ; -- nothing", "")]
    [InlineData("", "")]
    public void Statements_Text_HoldsEachStatementAsItIsWritten(string text, string expected) =>
        Assert.Equal(expected, string.Join('|', new SqlText(text).Statements().Select(place => text[place])));
}
