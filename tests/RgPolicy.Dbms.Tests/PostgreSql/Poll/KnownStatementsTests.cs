using RgPolicy.Dbms.PostgreSql.Poll;

namespace RgPolicy.Dbms.Tests.PostgreSql.Poll;

public sealed class KnownStatementsTests
{
    private static readonly DateTime Now = new(2026, 1, 2, 3, 4, 5, DateTimeKind.Utc);
    private readonly KnownStatements _known = new(10);

    [Fact]
    public void Of_TextThatHadAnId_IsTheStatementOfThatId()
    {
        var byId = _known.Of(1, 7, Text("SELECT 1 FROM t"));

        Assert.Same(byId, _known.Of(1, 0, Text("SELECT 2 FROM t")));
        Assert.Same(byId, _known.Find(1, 7));
    }

    [Fact]
    public void WithId_TextOfBefore_LaterExecutionsAreOfTheId()
    {
        var byText = _known.Of(1, 0, Text("SELECT 1 FROM t"));

        var byId = _known.WithId(byText, 7);

        Assert.Equal(("7", byText.Facts.Text), (byId.Facts.Fingerprint, byId.Facts.Text));
        Assert.Same(byId, _known.Of(1, 0, Text("SELECT 1 FROM t")));
    }

    /// <summary>Tables of the same name in several schemas: none of them may be taken for another.</summary>
    [Fact]
    public void Of_TextThatHadSeveralIds_IsKnownByItsText()
    {
        long[] ids = [7, 8, 9];
        foreach (var id in ids)
            _known.Of(1, id, Text("SELECT 1 FROM t"));

        Assert.Equal(0, _known.Of(1, 0, Text("SELECT 1 FROM t")).QueryId);
        Assert.Equal(ids, ids.Select(id => _known.Find(1, id)?.QueryId ?? 0));
    }

    [Fact]
    public void Of_CutTextThatHadAnId_IsKnownByItsText()
    {
        _known.Of(1, 7, Text("SELECT 1 FROM t", isCut: true));

        Assert.Equal(0, _known.Of(1, 0, Text("SELECT 1 FROM t", isCut: true)).QueryId);
    }

    /// <summary>Another session has prepared another statement by that name; of a batch another statement may run.</summary>
    [Theory]
    [InlineData("EXECUTE q(1)")]
    [InlineData("SELECT 1 FROM t; SELECT 1 FROM u")]
    public void Of_TextThatRunsAnother_IsKnownByItsText(string text)
    {
        _known.Of(1, 7, Text(text));

        Assert.Equal(0, _known.Of(1, 0, Text(text)).QueryId);
    }

    [Fact]
    public void Of_SameTextInAnotherDatabase_IsAnotherStatement()
    {
        _known.Of(1, 7, Text("SELECT 1 FROM t"));

        Assert.Equal(0, _known.Of(2, 0, Text("SELECT 1 FROM t")).QueryId);
        Assert.Null(_known.Find(2, 7));
    }

    private static ActivityText Text(string query, bool isCut = false) =>
        new(100, Now, Now.AddHours(-1), "app", "", query, isCut);
}
