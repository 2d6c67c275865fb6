using RgPolicy.Dbms.SqlServer.Configure;

namespace RgPolicy.Dbms.Tests.SqlServer.Configure;

/// <summary>sqlcmd reads lines before the server reads statements, also those within quotes.</summary>
public sealed class SqlcmdCheckTests
{
    [Theory]
    [InlineData("SELECT N'$(x)'", true)]
    [InlineData("SELECT N'a\nGO\nb'", true)]
    [InlineData("SELECT N'a\r\n  go 5 \r\nb'", true)]
    [InlineData("SELECT N'a\rgo;\rb'", true)]
    [InlineData("/*\n!!dir\n*/", true)]
    [InlineData("/*\n :r c:\\x.sql\n*/", true)]
    [InlineData("SELECT N'GO'", false)]
    [InlineData("CREATE\nGOLD\n-- a:b!!$x", false)]
    public void Problem_WhatBeginsALine_IsTold(string batch, bool isOne) =>
        Assert.Equal(isOne, SqlcmdCheck.Problem(batch) is not null);
}
