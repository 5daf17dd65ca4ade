"""The structures of assimp 5 that we read, and the function that reads a file into them."""
import ctypes as c
import ctypes.util

U, F, D, P = c.c_uint, c.c_float, c.c_double, c.POINTER
SETS = 8


class String(c.Structure):
    _fields_ = [("length", c.c_uint32), ("data", c.c_char * 1024)]

    def __str__(self):
        return self.data[: self.length].decode("utf-8")


class Node(c.Structure):
    pass


Node._fields_ = [
    ("name", String), ("transformation", F * 16), ("parent", P(Node)),
    ("childCount", U), ("children", P(P(Node))), ("meshCount", U), ("meshes", P(U)), ("metadata", c.c_void_p),
]


class Weight(c.Structure):
    _fields_ = [("vertex", U), ("weight", F)]


class Bone(c.Structure):
    _fields_ = [
        ("name", String), ("weightCount", U), ("armature", P(Node)), ("node", P(Node)),
        ("weights", P(Weight)), ("offset", F * 16),
    ]


class AnimMesh(c.Structure):
    _fields_ = [
        ("name", String), ("vertices", P(F)), ("normals", P(F)), ("tangents", P(F)), ("bitangents", P(F)),
        ("colours", P(F) * SETS), ("uvs", P(F) * SETS), ("vertexCount", U), ("weight", F),
    ]


class Mesh(c.Structure):
    _fields_ = [
        ("primitives", U), ("vertexCount", U), ("faceCount", U),
        ("vertices", P(F)), ("normals", P(F)), ("tangents", P(F)), ("bitangents", P(F)),
        ("colours", P(F) * SETS), ("uvs", P(F) * SETS), ("uvWidths", U * SETS), ("faces", c.c_void_p),
        ("boneCount", U), ("bones", P(P(Bone))), ("material", U), ("name", String),
        ("animMeshCount", U), ("animMeshes", P(P(AnimMesh))), ("method", U), ("box", F * 6),
        ("uvNames", c.c_void_p),
    ]


class VectorKey(c.Structure):
    _fields_ = [("time", D), ("value", F * 3)]


class TurnKey(c.Structure):
    """The quaternion has w first."""

    _fields_ = [("time", D), ("value", F * 4)]


class Channel(c.Structure):
    _fields_ = [
        ("node", String), ("placeCount", U), ("places", P(VectorKey)), ("turnCount", U), ("turns", P(TurnKey)),
        ("sizeCount", U), ("sizes", P(VectorKey)), ("before", U), ("after", U),
    ]


class MorphKey(c.Structure):
    _fields_ = [("time", D), ("shapes", P(U)), ("weights", P(D)), ("count", U)]


class MorphChannel(c.Structure):
    _fields_ = [("mesh", String), ("keyCount", U), ("keys", P(MorphKey))]


class Animation(c.Structure):
    _fields_ = [
        ("name", String), ("duration", D), ("ticksPerSecond", D), ("channelCount", U), ("channels", P(P(Channel))),
        ("meshChannelCount", U), ("meshChannels", c.c_void_p),
        ("morphChannelCount", U), ("morphChannels", P(P(MorphChannel))),
    ]


class Texture(c.Structure):
    _fields_ = [
        ("width", U), ("height", U), ("hint", c.c_char * 9), ("data", c.c_void_p), ("file", String),
    ]


class Scene(c.Structure):
    _fields_ = [
        ("flags", U), ("root", P(Node)), ("meshCount", U), ("meshes", P(P(Mesh))),
        ("materialCount", U), ("materials", P(c.c_void_p)), ("animationCount", U), ("animations", P(P(Animation))),
        ("textureCount", U), ("textures", P(P(Texture))),
    ]


def load_library():
    library = c.CDLL(ctypes.util.find_library("assimp") or "libassimp.so.5")
    library.aiCreatePropertyStore.restype = c.c_void_p
    library.aiSetImportPropertyInteger.argtypes = [c.c_void_p, c.c_char_p, c.c_int]
    library.aiReleasePropertyStore.argtypes = [c.c_void_p]
    library.aiImportFileExWithProperties.restype = P(Scene)
    library.aiImportFileExWithProperties.argtypes = [c.c_char_p, U, c.c_void_p, c.c_void_p]
    library.aiReleaseImport.argtypes = [P(Scene)]
    library.aiGetErrorString.restype = c.c_char_p
    library.aiGetMaterialTexture.argtypes = [c.c_void_p, U, U, P(String)] + [c.c_void_p] * 6
    if library.aiGetVersionMajor() != 5:
        raise SystemExit("The structures here are those of assimp 5.")
    return library
