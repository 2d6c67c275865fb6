using RgPolicy.Sidecar.Levers;

namespace RgPolicy.Sidecar.Tests.Levers;

public sealed class ReadGroupsTests
{
    [Theory]
    [InlineData("8:0 1048576\n", "8:0", 1048576)]
    [InlineData("254:0 5\n8:0 7\n", "8:0", 7)]
    [InlineData("18:0 5\n", "8:0", 0)]
    [InlineData("8:0 nonsense\n", "8:0", 0)]
    [InlineData(null, "8:0", 0)]
    public void LimitOf_OneLinePerDisk_FindsItsOwn(string? text, string disk, long limit) =>
        Assert.Equal(limit, ReadGroups.LimitOf(text, disk));

    [Theory]
    [InlineData("8:0 4096\n", "8:0 4096", true)]
    [InlineData("8:0 4096\n254:0 9\n", "254:0 9", true)]
    [InlineData("8:0 4096\n", "8:0 8192", false)]
    [InlineData("", "8:0 4096", false)]
    [InlineData("8:0 4096\n", "8:0 0", false)]
    [InlineData("", "8:0 0", true)]
    public void IsInForce_WhatTheFileShows_DecidesAlone(string found, string command, bool isInForce) =>
        Assert.Equal(isInForce, ReadGroups.IsInForce(found, command));
}
