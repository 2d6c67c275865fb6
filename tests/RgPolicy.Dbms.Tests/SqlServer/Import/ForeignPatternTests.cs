using RgPolicy.Dbms.Configure.Logins;
using RgPolicy.Dbms.SqlServer.Configure;
using RgPolicy.Dbms.SqlServer.Import;

namespace RgPolicy.Dbms.Tests.SqlServer.Import;

/// <summary>Sets of letters and places of texts become patterns.</summary>
public sealed class ForeignPatternTests
{
    private const string Head = "CREATE FUNCTION dbo.theirs() RETURNS sysname WITH SCHEMABINDING AS\nBEGIN\n";

    [Theory]
    [InlineData(
        "APP_NAME() LIKE 'job[123]%'",
        "(session.app like 'job1%' or session.app like 'job2%' or session.app like 'job3%')"
    )]
    [InlineData("APP_NAME() NOT LIKE 'v[1-2]'", "(session.app not like 'v1' and session.app not like 'v2')")]
    [InlineData("APP_NAME() LIKE '[^x]%'", "(session.app like '_%' and session.app not like 'x%')")]
    [InlineData(
        "HOST_NAME() LIKE 'web[0-1]_[^a]'",
        "((session.host like 'web0__' or session.host like 'web1__') and session.host not like 'web__a')"
    )]
    [InlineData("APP_NAME() LIKE '100[%][%]'", "session.app like '100!%!%' escape '!'")]
    [InlineData("CHARINDEX('SSRS', APP_NAME()) = 1", "session.app like 'SSRS%'")]
    [InlineData("0 < CHARINDEX('SSRS', APP_NAME())", "session.app like '%SSRS%'")]
    [InlineData("CHARINDEX('SSRS', APP_NAME()) < 1", "session.app not like '%SSRS%'")]
    [InlineData("PATINDEX('%R[12]%', APP_NAME()) > 0", "(session.app like '%R1%' or session.app like '%R2%')")]
    [InlineData("LEFT(APP_NAME(), LEN(N'Report')) = N'Report'", "session.app like 'Report%'")]
    [InlineData("RTRIM(APP_NAME()) = 'x'", "session.app = 'x'")]
    [InlineData("'x' <> APP_NAME()", "session.app != 'x'")]
    [InlineData("1 = IS_MEMBER('CORP\\BI')", "session.group in ('CORP\\BI')")]
    [InlineData("IS_MEMBER('CORP\\BI') <> 0 AND 0 = IS_SRVROLEMEMBER('sysadmin')", "session.group in ('CORP\\BI')")]
    [InlineData(
        "ISNULL(IS_SRVROLEMEMBER('sysadmin'), 0) = 0 AND COALESCE(IS_MEMBER('CORP\\BI'), 0) = 1",
        "session.group in ('CORP\\BI')"
    )]
    public void Read_SetsAndPlaces_AreAskedAsPatterns(string condition, string expected)
    {
        var read = ForeignClassifierReader.Read(
            new ClassifierFunction("dbo", "theirs", $"{Head}IF {condition} RETURN 'slow'; RETURN 'fast'\nEND")
        );

        Assert.Equal($"slow: {expected}|fast", string.Join('|', read.Answers.Select(Text)));
        Assert.Empty(read.Left.Concat(read.Remarks));
    }

    private static string Text(ForeignAnswer answer) =>
        answer.Test is LoginTest.Always ? answer.Group : $"{answer.Group}: {ImportedConditions.Of(answer.Test, [])}";
}
