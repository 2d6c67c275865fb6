using RgPolicy.Dbms.PostgreSql.Poll;

namespace RgPolicy.Dbms.Tests.PostgreSql.Poll;

public sealed class KnownStatementsTests
{
    private static readonly DateTime Now = new(2026, 1, 2, 3, 4, 5, DateTimeKind.Utc);
    private readonly KnownStatements _known = new(10);

    [Fact]
    public void Of_TextThatHadAnId_IsTheStatementOfThatId()
    {
        var byId = _known.Of(Row(1, 7), Text("SELECT 1 FROM t"));

        Assert.Same(byId, _known.Of(Row(1, 0), Text("SELECT 2 FROM t")));
        Assert.Same(byId, _known.Find(Row(1, 7)));
    }

    [Fact]
    public void WithId_TextOfBefore_LaterExecutionsAreOfTheId()
    {
        var byText = _known.Of(Row(1, 0), Text("SELECT 1 FROM t"));

        var byId = _known.WithId(byText, 7);

        Assert.Equal(("7", byText.Facts.Text), (byId.Facts.Fingerprint, byId.Facts.Text));
        Assert.Same(byId, _known.Of(Row(1, 0), Text("SELECT 1 FROM t")));
    }

    /// <summary>Tables of the same name in several schemas: none of them may be taken for another.</summary>
    [Fact]
    public void Of_TextThatHadSeveralIds_IsKnownByItsText()
    {
        long[] ids = [7, 8, 9];
        foreach (var id in ids)
            _known.Of(Row(1, id), Text("SELECT 1 FROM t"));
        Assert.Equal(0, _known.Of(Row(1, 0), Text("SELECT 1 FROM t")).QueryId);
        Assert.Equal(ids, ids.Select(id => _known.Find(Row(1, id))?.QueryId ?? 0));
    }

    [Theory]
    [InlineData("COPY t FROM STDIN", true)]
    [InlineData("create index concurrently i on t (a);", true)]
    [InlineData("reindex table t", true)]
    [InlineData("create table u as select * from t", true)]
    [InlineData("copy t to stdout", false)]
    [InlineData("insert into t select * from u", false)]
    [InlineData("select load_it()", false)]
    [InlineData("create index i on t (a); update accounts set n = 1; commit", false)]
    [InlineData("begin; copy t from stdin", false)]
    [InlineData("commit", false)]
    public void Of_Text_IsALoadWhereItIsOneAndNothingElse(string text, bool expected)
    {
        Assert.Equal(expected, _known.Of(Row(1, 0), Text(text)).IsLoad);
        Assert.Equal(expected, _known.Of(Row(1, 7), Text(text)).IsLoad);
        Assert.False(_known.Of(Row(1, 8), Text(text, isCut: true)).IsLoad);
    }

    [Theory]
    [InlineData("insert into t select * from u", true)]
    [InlineData("update t set a = 1;", true)]
    [InlineData("delete from t", true)]
    [InlineData("merge into t using u on t.a = u.a when matched then delete", true)]
    [InlineData("with u as (select 1) insert into t select * from u", true)]
    [InlineData("copy t from stdin", false)]
    [InlineData("select load_it()", false)]
    [InlineData("insert into t values (1); select count(*) from t", false)]
    [InlineData("begin; insert into t select * from u", false)]
    public void Of_Text_IsAWriteWhereItIsOneAndNothingElse(string text, bool expected)
    {
        Assert.Equal(expected, _known.Of(Row(1, 0), Text(text)).IsWrite);
    }

    [Fact]
    public void Of_CutTextOfAWrite_IsAWrite() =>
        Assert.True(_known.Of(Row(1, 8), Text("insert into t select a, b", isCut: true)).IsWrite);

    [Fact]
    public void Of_CutTextThatHadAnId_IsKnownByItsText()
    {
        _known.Of(Row(1, 7), Text("SELECT 1 FROM t", isCut: true));

        Assert.Equal(0, _known.Of(Row(1, 0), Text("SELECT 1 FROM t", isCut: true)).QueryId);
    }

    [Theory]
    [InlineData("COPY t TO STDOUT", true)]
    [InlineData("/* app */ -- copies\n copy t to stdout", true)]
    [InlineData("COPY t FROM STDIN", true)]
    [InlineData("/* app */ VACUUM t", true)]
    [InlineData("CREATE INDEX ON t (a)", true)]
    [InlineData("ALTER TABLE t ADD PRIMARY KEY (a)", true)]
    [InlineData("SELECT 1 FROM copy", false)]
    [InlineData("/* COPY t TO STDOUT */ SELECT 1", false)]
    [InlineData("COMMIT", false)]
    [InlineData("", true)]
    public void Of_Text_TellsWhetherAViewMayShowItsWork(string text, bool expected)
    {
        var byText = _known.Of(Row(1, 0), Text(text));

        Assert.Equal((expected, expected), (byText.MayShowProgress, _known.WithId(byText, 7).MayShowProgress));
    }

    /// <summary>Another session has prepared another statement by that name; of a batch another statement may
    /// run.</summary>
    [Theory]
    [InlineData("EXECUTE q(1)")]
    [InlineData("SELECT 1 FROM t; SELECT 1 FROM u")]
    public void Of_TextThatRunsAnother_IsKnownByItsText(string text)
    {
        _known.Of(Row(1, 7), Text(text));

        Assert.Equal(0, _known.Of(Row(1, 0), Text(text)).QueryId);
    }

    [Fact]
    public void Of_SameTextInAnotherDatabase_IsAnotherStatement()
    {
        _known.Of(Row(1, 7), Text("SELECT 1 FROM t"));

        Assert.Equal(0, _known.Of(Row(2, 0), Text("SELECT 1 FROM t")).QueryId);
        Assert.Null(_known.Find(Row(2, 7)));
    }

    /// <summary>Its text is not what others with that id run, who are told by their own.</summary>
    [Theory]
    [InlineData("CREATE INDEX ON t (a); COMMIT", false)]
    [InlineData("EXECUTE q(1)", false)]
    [InlineData("/* a long remark */ COM", true)]
    public void Of_TextThatIsNotTheStatementAlone_IsKeptForNobody(string text, bool isCut)
    {
        var first = _known.Of(Row(1, 7), Text(text, isCut));

        Assert.Null(_known.Find(Row(1, 7)));
        var whole = _known.Of(Row(1, 7), Text("COMMIT"));
        Assert.Equal((true, "COMMIT"), (whole.Facts.IsTransactionControl, whole.Facts.Text));
        Assert.Equal(("7", "7"), (first.Key.Fingerprint, whole.Key.Fingerprint));
        Assert.NotEqual(first.Key, whole.Key);
        Assert.Same(whole, _known.Of(Row(1, 7), Text(text, isCut)));
    }

    /// <summary>One login's constants and remarks must not tell what another's statement is.</summary>
    [Fact]
    public void Of_SameIdOfAnotherLogin_IsAnotherStatement()
    {
        var first = _known.Of(Row(1, 7), Text("SELECT 1 FROM t WHERE a > 0"));

        Assert.Null(_known.Find(Row(1, 7, login: 6)));
        Assert.Equal(0, _known.Of(Row(1, 0, login: 6), Text("SELECT 1 FROM t WHERE a > 9")).QueryId);
        var second = _known.Of(Row(1, 7, login: 6), Text("SELECT 1 FROM t WHERE a > 9"));
        Assert.NotEqual(first.Key, second.Key);
        Assert.Equal(first.Facts.Fingerprint, second.Facts.Fingerprint);
    }

    private static ActivityRow Row(uint database, long queryId, uint login = 5) =>
        new(100, 0, database, login, queryId, Now, Now.AddHours(-1), 1, false, false, false, false);

    private static ActivityText Text(string query, bool isCut = false) =>
        new(100, Now, Now.AddHours(-1), "app", "", query, isCut);
}
