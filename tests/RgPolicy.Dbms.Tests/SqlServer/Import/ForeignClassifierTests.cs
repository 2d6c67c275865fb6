using RgPolicy.Dbms.Configure.Logins;
using RgPolicy.Dbms.SqlServer.Compile;
using RgPolicy.Dbms.SqlServer.Configure;
using RgPolicy.Dbms.SqlServer.Import;
using RgPolicy.Dbms.Tests.SqlServer.Configure;
using RgPolicy.Language.Checking;

namespace RgPolicy.Dbms.Tests.SqlServer.Import;

/// <summary>Classifiers as DBAs write them become classes; what no class can ask is named.</summary>
public sealed class ForeignClassifierTests
{
    private const string Head = "CREATE FUNCTION dbo.theirs() RETURNS sysname WITH SCHEMABINDING AS\nBEGIN\n";

    [Theory]
    [InlineData("IF SUSER_SNAME() = N'etl' RETURN N'slow'; RETURN N'fast'", "slow: session.login = 'etl'|fast")]
    [InlineData(
        "IF (SUSER_NAME() IN ('a', N'b') AND APP_NAME() NOT LIKE 'x%') BEGIN RETURN 'slow' END ELSE RETURN 'fast'",
        "slow: ((session.login = 'a' or session.login = 'b') and session.app not like 'x%')|fast"
    )]
    [InlineData(
        "DECLARE @g sysname; SET @g = N'fast'; IF HOST_NAME() LIKE 'w_b%' SET @g = 'slow' IF ORIGINAL_DB_NAME() <> "
            + "'a' SET @g = NULL; RETURN @g",
        "default: session.database != 'a'|slow: session.host like 'w_b%'|fast"
    )]
    [InlineData(
        "RETURN CASE WHEN LOWER(APP_NAME()) = 'x ' THEN 'slow' WHEN NOT (HOST_NAME() = 'h' OR 'l' = "
            + "ORIGINAL_LOGIN()) THEN 'fast' END",
        "slow: session.app = 'x'|fast: (session.host != 'h' and session.login != 'l')|default"
    )]
    [InlineData(
        "DECLARE @a nvarchar(128) = ISNULL(PROGRAM_NAME(), ''), @g sysname = CASE SUSER_SNAME() WHEN 'o''x' THEN "
            + "'slow' ELSE 'fast' END RETURN (@g)",
        "slow: session.login = 'o''x'|fast"
    )]
    [InlineData(
        "IF APP_NAME() = 'a' BEGIN IF HOST_NAME() = 'h' RETURN 'slow' /* else */ END -- on\nELSE IF APP_NAME() = 'b' "
            + "RETURN 'fast'; RETURN 'slow'",
        "slow: (session.app = 'a' and session.host = 'h')|fast: (session.app != 'a' and session.app = 'b')|slow"
    )]
    [InlineData(
        "DECLARE @g sysname = 'slow' IF APP_NAME() = 'a' BEGIN IF HOST_NAME() = 'h' SET @g = 'fast' END RETURN @g",
        "fast: (session.app = 'a' and session.host = 'h')|slow"
    )]
    [InlineData(
        "IF SUSER_SNAME() LIKE N'CORP\\svc!_%' ESCAPE N'!' RETURN 'slow' IF APP_NAME() LIKE 'a[_]b[[]%' RETURN "
            + "'slow' RETURN 'fast'",
        "slow: session.login like 'CORP\\svc!_%' escape '!'|slow: session.app like 'a!_b[%' escape '!'|fast"
    )]
    [InlineData(
        "IF IS_MEMBER(N'CORP\\BI') = 1 AND NOT (IS_MEMBER('CORP\\Temps') = 1) RETURN 'slow'; RETURN 'fast'",
        "slow: (session.group in ('CORP\\BI') and session.group not in ('CORP\\Temps'))|fast"
    )]
    [InlineData(
        "RETURN (SELECT CASE WHEN APP_NAME() = 'a' THEN N'slow' ELSE N'fast' END)",
        "slow: session.app = 'a'|fast"
    )]
    public void Read_FormsOfDbas_AreAnswersInOrder(string body, string expected)
    {
        var read = ForeignClassifierReader.Read(new ClassifierFunction("dbo", "theirs", Head + body + "\nEND"));

        Assert.Equal(expected, string.Join('|', read.Answers.Select(Text)));
        Assert.Empty(read.Left);
    }

    [Theory]
    [InlineData("DECLARE @g varchar(5); SET @g = 'GroupA'; RETURN @g", "Group")]
    [InlineData("DECLARE @g varchar = 'GroupA' RETURN @g", "G")]
    [InlineData("DECLARE @g char(2) = 'GroupA' RETURN @g", "Gr")]
    [InlineData("DECLARE @g nvarchar(max) = 'GroupA' RETURN @g", "GroupA")]
    [InlineData(
        "DECLARE @a nvarchar(6) = APP_NAME(); IF @a = N'Report' RETURN 'slow' RETURN 'fast'",
        "slow: session.app like 'Report%'|fast"
    )]
    [InlineData(
        "DECLARE @a nvarchar(7) = APP_NAME(); IF @a <> N'Report' RETURN 'slow' RETURN 'fast'",
        "slow: (session.app != 'Report' and session.app not like 'Report %')|fast"
    )]
    [InlineData(
        "DECLARE @a nvarchar(3) = APP_NAME(); IF @a IN ('Rep', 'Report') RETURN 'slow' RETURN 'fast'",
        "slow: session.app like 'Rep%'|fast"
    )]
    [InlineData(
        "DECLARE @a varchar(50) = APP_NAME(); IF @a = 'Report' RETURN 'slow' RETURN 'fast'",
        "slow: session.app = 'Report'|fast"
    )]
    [InlineData(
        "DECLARE @a char(20) = APP_NAME(); IF @a LIKE 'Rep%' RETURN 'slow' RETURN 'fast'",
        "slow: session.app like 'Rep%'|fast"
    )]
    [InlineData("IF LEFT(APP_NAME(), 3) = 'Rep' RETURN 'slow' RETURN 'fast'", "slow: session.app like 'Rep%'|fast")]
    [InlineData(
        "IF CAST(APP_NAME() AS varchar(3)) = 'Rep' RETURN 'slow' RETURN 'fast'",
        "slow: session.app like 'Rep%'|fast"
    )]
    [InlineData(
        "IF CHARINDEX('SSRS', APP_NAME()) > 0 RETURN 'slow' RETURN 'fast'",
        "slow: session.app like '%SSRS%'|fast"
    )]
    [InlineData(
        "IF IS_SRVROLEMEMBER('sysadmin') = 1 RETURN 'default' IF IS_SRVROLEMEMBER('sysadmin') = 0 AND APP_NAME() LIKE "
            + "'R%' RETURN 'slow' RETURN 'fast'",
        "slow: session.app like 'R%'|fast"
    )]
    [InlineData(
        "IF IS_SRVROLEMEMBER('SysAdmin', SUSER_SNAME()) = 1 OR SYSTEM_USER = 'app' RETURN 'slow' RETURN 'fast'",
        "slow: session.login = 'app'|fast"
    )]
    [InlineData(
        "DECLARE @r sysname = N'SSRS', @g sysname IF APP_NAME() = @r SET @g = 'slow' IF @g IS NULL SET @g = 'fast' "
            + "RETURN @g",
        "fast: session.app != 'SSRS'|slow: session.app = 'SSRS'|default"
    )]
    [InlineData(
        "DECLARE @g sysname IF APP_NAME() = 'a' SET @g = 'slow' RETURN ISNULL(@g, 'fast')",
        "slow: session.app = 'a'|fast"
    )]
    [InlineData("RETURN IIF(APP_NAME() = 'a', 'slow', 'fast')", "slow: session.app = 'a'|fast")]
    [InlineData("DECLARE @g varchar(20) = 'slow' RETURN CAST(@g AS sysname)", "slow")]
    [InlineData("DECLARE @g sysname = 'slow' RETURN CONVERT(nvarchar(3), @g)", "slo")]
    [InlineData("DECLARE @g varchar(5) RETURN ISNULL(@g, 'GroupA')", "Group")]
    [InlineData("DECLARE @g varchar(5) RETURN COALESCE(@g, 'GroupA')", "GroupA")]
    [InlineData("DECLARE @g sysname = ISNULL(CAST(NULL AS varchar(2)), 'slow') RETURN @g", "sl")]
    [InlineData("RETURN ISNULL(NULL, 'slow')", "slow")]
    [InlineData("RETURN ISNULL(CASE WHEN APP_NAME() = 'a' THEN 'ab' END, 'slow')", "ab: session.app = 'a'|sl")]
    [InlineData("RETURN ISNULL(IIF(APP_NAME() = 'a', NULL, 'abc'), 'slow')", "slo: session.app = 'a'|abc")]
    [InlineData(
        "DECLARE @p char(6) = 'Rep%' IF APP_NAME() LIKE @p RETURN 'slow' RETURN 'fast'",
        "slow: session.app like 'Rep%  '|fast"
    )]
    [InlineData(
        "DECLARE @c char(6) = 'Rep' IF APP_NAME() = @c RETURN 'slow' RETURN 'fast'",
        "slow: session.app = 'Rep'|fast"
    )]
    [InlineData(
        "DECLARE @a char(9) = APP_NAME() IF @a LIKE 'Rep%' RETURN 'slow' RETURN 'fast'",
        "slow: session.app like 'Rep%'|fast"
    )]
    public void Read_TypesFunctionsAndFoldedQuestions_AnswerAsTheServerDoes(string body, string expected)
    {
        var read = ForeignClassifierReader.Read(new ClassifierFunction("dbo", "theirs", Head + body + "\nEND"));

        Assert.Equal(expected, string.Join('|', read.Answers.Select(Text)));
        Assert.Empty(read.Left);
    }

    [Theory]
    [InlineData("DECLARE @a varchar(50) = APP_NAME(); IF @a LIKE '%x%' RETURN 'slow' RETURN 'fast'")]
    [InlineData("DECLARE @a char(20) = APP_NAME(); IF @a LIKE 'Rep' RETURN 'slow' RETURN 'fast'")]
    [InlineData("DECLARE @a char(20) = APP_NAME(); IF @a LIKE 'Rep_%' RETURN 'slow' RETURN 'fast'")]
    [InlineData("DECLARE @a char(20) = APP_NAME(); IF @a LIKE 'Rep %' RETURN 'slow' RETURN 'fast'")]
    [InlineData(
        "DECLARE @a char(20) = APP_NAME(), @b sysname; SET @b = CAST(@a AS nvarchar(9)); IF @b LIKE 'Rep' RETURN 'slow' RETURN 'fast'"
    )]
    [InlineData("IF ORIGINAL_DB_NAME() = N'' RETURN 'slow' RETURN 'fast'")]
    [InlineData("IF IS_SRVROLEMEMBER('serveradmin') = 1 RETURN 'slow' RETURN 'fast'")]
    [InlineData("DECLARE @n int = 3 IF @n = 3 RETURN 'slow' RETURN 'fast'")]
    public void Read_WhatIsLeftOfALongerText_IsNamedWhereNoClassCanAskIt(string body) =>
        Assert.StartsWith(
            "line 3: no class can ask",
            Assert.Single(
                ForeignClassifierReader
                    .Read(new ClassifierFunction("dbo", "theirs", Head + body + "\nEND"))
                    .Left.Select(left => left.Text)
            ),
            StringComparison.Ordinal
        );

    [Fact]
    public void Read_DatabaseThatTheClientNames_IsRemarkedWithItsLine()
    {
        var read = ForeignClassifierReader.Read(
            new ClassifierFunction(
                "dbo",
                "theirs",
                Head + "IF ORIGINAL_DB_NAME() = N'DW' RETURN 'slow'\nRETURN 'fast'\nEND"
            )
        );

        Assert.StartsWith("line 3: ORIGINAL_DB_NAME()", Assert.Single(read.Remarks).Text, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(
        "IF SUSER_SNAME() = 'APP' RETURN 'slow' RETURN 'fast'",
        "slow: not session.login != exactly 'APP'|fast"
    )]
    [InlineData("IF APP_NAME() LIKE 'Job%' RETURN 'slow' RETURN 'fast'", "slow: session.app like exactly 'Job%'|fast")]
    [InlineData("IF UPPER(SUSER_SNAME()) = 'etl' RETURN 'slow' RETURN 'fast'", "fast")]
    [InlineData("IF UPPER(APP_NAME()) = 'ETL' RETURN 'slow' RETURN 'fast'", "slow: session.app = 'ETL'|fast")]
    [InlineData("DECLARE @g sysname = 'slow', @G sysname = 'fast' RETURN @g", "slow")]
    public void Read_ServerOnWhichCaseCounts_AsksExactly(string body, string expected) =>
        Assert.Equal(
            expected,
            string.Join(
                '|',
                ForeignClassifierReader
                    .Read(new ClassifierFunction("dbo", "theirs", Head + body + "\nEND"), countsCase: true)
                    .Answers.Select(Text)
            )
        );

    [Theory]
    [InlineData(
        "IF IS_MEMBER('BI') = 1 RETURN 'slow'; RETURN 'fast'",
        "line 3: no class can ask `IS_MEMBER('BI') = 1`",
        "fast"
    )]
    [InlineData(
        "IF DATEPART(HOUR, GETDATE()) >= 22 OR APP_NAME() = 'x' RETURN 'slow'\nRETURN 'fast'",
        "line 3: no class can ask `DATEPART(HOUR, GETDATE()) >= 22 OR APP_NAME() = 'x'`",
        "fast"
    )]
    [InlineData(
        "IF EXISTS (SELECT 1 FROM dbo.t WHERE l = SUSER_SNAME()) RETURN 'slow'; RETURN 'fast'",
        "EXISTS",
        "fast"
    )]
    [InlineData("IF APP_NAME() LIKE '%[^a]b' RETURN 'slow'; RETURN 'fast'", "LIKE '%[^a]b'", "fast")]
    [InlineData("IF APP_NAME() LIKE '[z-a]%' RETURN 'slow'; RETURN 'fast'", "LIKE '[z-a]%'", "fast")]
    [InlineData("IF APP_NAME() LIKE '[0-9][0-9][0-9]%' RETURN 'slow'; RETURN 'fast'", "LIKE '[0-9]", "fast")]
    [InlineData(
        "IF CHARINDEX('x', APP_NAME()) = 3 RETURN 'slow'; RETURN 'fast'",
        "CHARINDEX('x', APP_NAME()) = 3",
        "fast"
    )]
    [InlineData("IF APP_NAME() LIKE 'a!' ESCAPE '!' RETURN 'slow'; RETURN 'fast'", "LIKE 'a!' ESCAPE '!'", "fast")]
    [InlineData("IF APP_NAME() LIKE 'a' ESCAPE '!!' RETURN 'slow'; RETURN 'fast'", "LIKE 'a' ESCAPE '!!'", "fast")]
    [InlineData(
        "DECLARE @d int = DATEPART(dw, GETDATE()), @g sysname = 'fast' IF @d = 7 SET @g = 'slow' RETURN @g",
        "line 3: no class can ask `@d = 7`",
        "fast"
    )]
    [InlineData(
        "DECLARE @g sysname = 'fast' IF APP_NAME() = 'x' SET @g = DB_NAME() RETURN @g",
        "line 3: `RETURN @g` is not one of the forms",
        ""
    )]
    [InlineData(
        "DECLARE @g sysname; SELECT @g = g FROM dbo.lookup WHERE l = SUSER_SNAME(); RETURN @g",
        "line 3: `SELECT @g = g` is not one of the forms",
        ""
    )]
    [InlineData("WHILE 1 = 1 RETURN 'x'", "is not one of the forms", "")]
    [InlineData("DECLARE @a sysname IF HOST_NAME() = 'x' SET @a = APP_NAME() RETURN @a", "is not one of the forms", "")]
    [InlineData("RETURN 'never closed", "is not one of the forms", "")]
    public void Read_WhatNoPolicySays_IsNamed(string body, string left, string answers)
    {
        var read = ForeignClassifierReader.Read(new ClassifierFunction("dbo", "theirs", Head + body + "\nEND"));

        Assert.Contains(left, Assert.Single(read.Left).Text, StringComparison.Ordinal);
        Assert.Equal(answers, string.Join('|', read.Answers.Select(Text)));
    }

    [Theory]
    [InlineData("(")]
    [InlineData("UPPER(")]
    [InlineData("NOT ")]
    [InlineData("IF ")]
    [InlineData("BEGIN ")]
    [InlineData("RETURN (")]
    [InlineData("RETURN CASE WHEN HOST_NAME() = 'a' THEN ")]
    [InlineData("IF APP_NAME() = 'a' BEGIN IF HOST_NAME() = 'h' SET @g = 'x' ELSE SET @g = 'y' END ")]
    public void Read_TextThatNeverEnds_EndsAll(string part)
    {
        var text = Head + "DECLARE @g sysname IF " + string.Concat(Enumerable.Repeat(part, 20_000));

        Assert.Empty(ForeignClassifierReader.Read(new ClassifierFunction("dbo", "theirs", text)).Answers);
    }

    [Fact]
    public void Import_ClassifierOfADba_IsAPolicyThatSaysTheSame()
    {
        var state = new GovernorState
        {
            IsEnabled = true,
            Classifier = new ClassifierFunction(
                "dbo",
                "theirs",
                Head
                    + "IF APP_NAME() LIKE 'SSRS%' RETURN N'Big Reports' IF SUSER_SNAME() = 'x' RETURN "
                    + "'gone' RETURN 'default' END"
            ),
            Pools = [new ResourcePoolSpec("reports") { CapCpuPercent = 50 }],
            Groups = [new WorkloadGroupSpec("Big Reports", "reports") { MaxDop = 2 }],
        };

        var imported = GovernorImport.Of(state, GovernorPolicies.Facts(16));

        Assert.NotNull(PolicyReader.Check(imported.Text, "imported.rgp", GovernorPolicies.Profile(16)).Policy);
        Assert.EndsWith(
            "class Big_Reports_1 -> Big_Reports when session.app like 'SSRS%'\n// The classifier answers gone, which is no "
                + "workload group: the server puts such sessions into default.\nclass gone_2 -> ungoverned when "
                + "session.login = 'x'\npool ungoverned {}\ndefault -> ungoverned\n",
            imported.Text,
            StringComparison.Ordinal
        );
        Assert.Contains(imported.Left, left => left.Contains("answers gone", StringComparison.Ordinal));
    }

    private static string Text(ForeignAnswer answer) =>
        answer.Test is LoginTest.Always ? answer.Group : $"{answer.Group}: {ImportedConditions.Of(answer.Test, [])}";
}
