using System.Reflection.Metadata;

namespace RgPolicy.Architecture.Tests.Uses;

/// <summary>Notes every type of the assembly itself that a signature names.</summary>
/// <param name="found">Where to.</param>
internal sealed class SignatureTypes(HashSet<TypeDefinitionHandle> found) : ISignatureTypeProvider<int, object?>
{
    public int GetTypeFromDefinition(MetadataReader reader, TypeDefinitionHandle handle, byte rawTypeKind)
    {
        found.Add(handle);
        return 0;
    }

    public int GetTypeFromSpecification(
        MetadataReader reader,
        object? genericContext,
        TypeSpecificationHandle handle,
        byte rawTypeKind
    ) => reader.GetTypeSpecification(handle).DecodeSignature(this, genericContext);

    public int GetArrayType(int elementType, ArrayShape shape) => 0;

    public int GetByReferenceType(int elementType) => 0;

    public int GetFunctionPointerType(MethodSignature<int> signature) => 0;

    public int GetGenericInstantiation(int genericType, ImmutableArray<int> typeArguments) => 0;

    public int GetGenericMethodParameter(object? genericContext, int index) => 0;

    public int GetGenericTypeParameter(object? genericContext, int index) => 0;

    public int GetModifiedType(int modifier, int unmodifiedType, bool isRequired) => 0;

    public int GetPinnedType(int elementType) => 0;

    public int GetPointerType(int elementType) => 0;

    public int GetPrimitiveType(PrimitiveTypeCode typeCode) => 0;

    public int GetSZArrayType(int elementType) => 0;

    public int GetTypeFromReference(MetadataReader reader, TypeReferenceHandle handle, byte rawTypeKind) => 0;
}
