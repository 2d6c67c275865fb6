using RgPolicy.Dbms.Configure;
using RgPolicy.Dbms.Configure.Logins;
using RgPolicy.Dbms.PostgreSql.Configure;
using RgPolicy.Engine.Compile;
using RgPolicy.Language.Checking;
using RgPolicy.Language.Targets;

namespace RgPolicy.Dbms.Tests.PostgreSql.Configure;

/// <summary>What PostgreSQL is given for a role, and what it cannot be given.</summary>
public sealed class RoleSettingsCompilerTests
{
    private const string Slow =
        "language 1\npool slow { maxdop 3  grant 8 MiB  cpu time 30 s  cpu weight 10 }\ndefault -> slow\n";

    private static readonly RoleInDatabase Report = new("report", "shop");

    [Theory]
    [InlineData(12, "max_parallel_maintenance_workers=2 max_parallel_workers_per_gather=2 work_mem=8192kB")]
    [InlineData(
        13,
        "hash_mem_multiplier=1 max_parallel_maintenance_workers=2 max_parallel_workers_per_gather=2 work_mem=8192kB"
    )]
    [InlineData(
        17,
        "hash_mem_multiplier=1 max_parallel_maintenance_workers=2 max_parallel_workers_per_gather=2 work_mem=8192kB"
    )]
    public void Compile_Grant_KeepsHashTablesToItWhereTheReleaseCan(int release, string expected)
    {
        var settings = Assert.Single(Compile(Slow, release).Rows);

        Assert.Equal(expected, string.Join(' ', settings.Values.Select(each => $"{each.Key}={each.Value}")));
    }

    [Fact]
    public void Compile_NoGrant_LeavesMemoryAlone() =>
        Assert.Equal(
            ["max_parallel_maintenance_workers", "max_parallel_workers_per_gather"],
            Assert.Single(Compile(Slow.Replace("grant 8 MiB", "", StringComparison.Ordinal), 15).Rows).Values.Keys,
            StringComparer.Ordinal
        );

    [Fact]
    public void Compile_WhatRolesCannotDo_SaysWhatCan()
    {
        var left = Compile(Slow, 15).NotEnforced;

        Assert.Equal(
            ["cpu time 30 s", "cpu weight 10"],
            left.Select(item => item.Setting).Order(StringComparer.Ordinal),
            StringComparer.Ordinal
        );
        Assert.Contains(
            left,
            item => item.Reason.Contains("write a rule, `when request.cpu > T then ...`", StringComparison.Ordinal)
        );
    }

    private static LoginCompilation<RoleSettings> Compile(string text, int release)
    {
        var target = TargetProfile.Generic with { DbmsVersion = [release] };
        var check = PolicyReader.Check(text, "p.rgp", target);
        Assert.True(check.Policy is not null, string.Join('\n', check.Diagnostics.Select(each => each.Message)));
        return RoleSettingsCompiler.Compile(PolicyProgram.Compile(check.Policy, target), [Report]);
    }
}
