using RgPolicy.Engine.Sharing;

namespace RgPolicy.Engine.Tests.Sharing;

public sealed class ClassPartsTests
{
    [Theory]
    [InlineData(15, new[] { 3, 4 }, new[] { 3, 4 })]
    [InlineData(7, new[] { 2, 9 }, new[] { 2, 5 })]
    [InlineData(7, new[] { 9, 9 }, new[] { 4, 3 })]
    [InlineData(1, new[] { 2, 2, 2 }, new[] { 1, 0, 0 })]
    [InlineData(0, new[] { 2, 2 }, new[] { 0, 0 })]
    [InlineData(-1, new[] { 1 }, new[] { 0 })]
    public void Of_WhatServersWant_IsSharedEvenlyWhereThereIsTooLittle(int free, int[] wanted, int[] given) =>
        Assert.Equal(given, ClassParts.Of(free, [.. wanted]));
}
